import { readImports } from './import-graph.ts'
import { brokenImportRules } from './import-rules.ts'

const imports = readImports('.')
const broken = brokenImportRules(imports)
process.stdout.write(broken.map((line) => `${line}\n`).join(''))
process.stdout.write(`${imports.length} imports, ${broken.length} in the wrong direction\n`)
process.exitCode = broken.length > 0 || imports.length === 0 ? 1 : 0
