import { importCycles } from './import-cycles.ts'
import { readImports } from './import-graph.ts'
import { brokenImportRules } from './import-rules.ts'

const imports = readImports('.')
const broken = [...brokenImportRules(imports), ...importCycles(imports).map((cycle) => `cycle: ${cycle}`)]
process.stdout.write(broken.map((line) => `${line}\n`).join(''))
process.stdout.write(`${imports.length} imports, ${broken.length} broken rules\n`)
process.exitCode = broken.length > 0 || imports.length === 0 ? 1 : 0
