/** Common leaked passwords of at least eight characters, and obvious ones for this store. */
const COMMON = new Set(
  `
12345678 123456789 1234567890 0123456789 0987654321 9876543210 87654321 987654321 12341234 11223344 1122334455
12344321 123123123 123321123 112233445566 147258369 159753456 741852963 789456123 123456abc 123456789a 1234567a
12345678a a12345678 a123456789 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx
zaq1zaq1 qazwsxedc qazwsx123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 123qweasd
123qwe123 qweasdzxc asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 poiuytrewq 1234qwer qwer1234
password password1 password12 password123 password1234 password12345 password123456 password! password1! password@1
password@123 p@ssword p@ssw0rd p@ssword1 p@ssw0rd1 p@ssword123 p@ssw0rd123 passw0rd passw0rd1 pa$$word pa$$w0rd
passwort passpass passport mypassword newpassword changeme changeme1 changeme123 letmein1 letmein123 welcome1
welcome12 welcome123 welcome@1 welcome@123 admin123 admin1234 admin12345 admin@123 administrator root1234 superman
superman1 batman123 spiderman iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu123 loveyou1 lovelove princess
princess1 sunshine sunshine1 football football1 baseball baseball1 basketball cricket1 cricket123 cricket@123
trustno1 starwars pokemon1 pokemon123 dragon123 monkey123 shadow123 master123 michael1 michelle jennifer jordan23
computer internet samsung1 samsung123 whatever corvette mercedes ferrari1 mustang1 midnight maverick butterfly
chocolate chocolate1 strawberry blink182 liverpool liverpool1 arsenal1 chelsea1 barcelona realmadrid
abcd1234 abcd@123 abcd@1234 abc12345 abc123456 abc123456789 abcdefgh abcdefghi abcdefg1 abcabcabc aa123456 aa12345678
aaa111222 a1b2c3d4 a1b2c3d4e5 1a2b3c4d test1234 test12345 testtest testing1 testing123 temp1234 guest123 user1234
default1 secret123 hello123 hello1234 helloworld india123 india1234 india@123 indian123 bharat123 mumbai123 delhi123
bangalore hyderabad krishna1 krishna123 krishna@123 ganesh123 ganesha1 saibaba1 saibaba123 omsairam jaimatadi
jaishriram shreeram hanuman1 hanuman123 lakshmi123 shivshiv priya123 rahul123 pooja123 sachin123 tendulkar
nashta123 snacks123 samosa123
`
    .trim()
    .split(/\s+/),
)

/** True also for one repeated character, e.g. aaaaaaaa. */
export function isCommonPassword(password: string) {
  return COMMON.has(password.toLowerCase()) || /^(.)\1+$/u.test(password)
}
