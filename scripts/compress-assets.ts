import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Puts a .br and a .gz beside every text file, once, at the highest quality: the server only picks one. */
export async function compressAssets(folder: string) {
  const files = globSync(`${folder}/**/*.{js,css,svg,txt,xml,json,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      await writeFile(`${file}.br`, await compressBrotli(content))
      await writeFile(`${file}.gz`, await compressGzip(content, { level: 9 }))
    }),
  )
}
