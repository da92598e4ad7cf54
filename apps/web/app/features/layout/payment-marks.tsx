const MARKS = [
  { name: 'UPI', drawing: <Word text="UPI" className="fill-pistachio italic" /> },
  { name: 'Visa', drawing: <Word text="VISA" className="fill-[#1a3a8f] italic" /> },
  {
    name: 'Mastercard',
    drawing: (
      <>
        <circle cx="26" cy="20" r="10" className="fill-[#d8202f]" />
        <circle cx="38" cy="20" r="10" className="fill-[#f2a11f] opacity-85" />
      </>
    ),
  },
  { name: 'RuPay', drawing: <Word text="RuPay" className="fill-[#22366e] italic" /> },
  {
    name: 'Net banking',
    drawing: (
      <path
        className="fill-none stroke-cocoa stroke-2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m21 17 11-6 11 6H21Zm3 4v6m5.5-6v6m5-6v6m5.5-6v6M21 30h22"
      />
    ),
  },
  {
    name: 'Cash on delivery',
    drawing: (
      <>
        <rect x="17" y="12" width="30" height="16" rx="3" className="fill-none stroke-pistachio stroke-2" />
        <path
          className="fill-none stroke-pistachio stroke-2"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M28.5 16.5h7m-7 3h7m-5.5-3c4.5 0 4.5 5 0 5h-1l4.5 3.8"
        />
      </>
    ),
  },
]

export function PaymentMarks() {
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap gap-2">
      {MARKS.map(({ name, drawing }) => (
        <li key={name}>
          <svg viewBox="0 0 64 40" aria-hidden="true" className="h-9 rounded-lg bg-paper">
            {drawing}
          </svg>
          <span className="sr-only">{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Word({ text, className }: { text: string; className: string }) {
  return (
    <text
      x="32"
      y="26"
      textAnchor="middle"
      className={`font-sans text-[17px] font-bold tracking-tight ${className}`}
    >
      {text}
    </text>
  )
}
