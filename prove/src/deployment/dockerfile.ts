export type Step =
  | { kind: 'RUN'; command: string }
  | { kind: 'COPY'; from: string | null; source: string; target: string }
  | { kind: 'WORKDIR'; path: string }

/** One image of the Dockerfile: the steps that build it, and how it runs. */
export type Stage = {
  name: string
  base: string
  steps: Step[]
  environment: Record<string, string>
  workFolder: string
  user: string
  healthCheck: string[]
  command: string[]
}

/** Knows only the instructions that our Dockerfile uses, and throws at any other. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.split('\n').filter((candidate) => candidate && !candidate.startsWith('#'))) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      stages.push(newStage(rest))
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`The Dockerfile has an instruction before FROM: ${line}`)
    addInstruction(stage, instruction, rest)
  }
  return stages
}

function newStage(from: string): Stage {
  const [base = '', name = ''] = from.split(' AS ')
  return {
    name,
    base,
    steps: [],
    environment: {},
    workFolder: '/',
    user: '0:0',
    healthCheck: [],
    command: [],
  }
}

function addInstruction(stage: Stage, instruction: string, rest: string) {
  switch (instruction) {
    case 'RUN':
      stage.steps.push({ kind: 'RUN', command: rest })
      break
    case 'COPY': {
      const [, from = null, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? []
      stage.steps.push({ kind: 'COPY', from, source, target })
      break
    }
    case 'WORKDIR':
      stage.workFolder = rest
      stage.steps.push({ kind: 'WORKDIR', path: rest })
      break
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[name] = value
      break
    case 'USER':
      stage.user = rest
      break
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 'CMD '.length)) as string[]
      break
    case 'CMD':
      stage.command = JSON.parse(rest) as string[]
      break
    // These instructions change neither the files nor the process.
    case 'VOLUME':
    case 'EXPOSE':
      break
    default:
      throw new Error(`The Dockerfile has an instruction that this proof does not know: ${instruction}`)
  }
}

/**
 * Returns a function that tells whether our .dockerignore lets a path into the image. The file has
 * three kinds of lines: `*` excludes everything, `!path` includes a path, and two asterisks before
 * `/name` exclude that name in every folder.
 */
export function parseDockerignore(ignoreFile: string): (path: string) => boolean {
  const lines = ignoreFile.split('\n').filter((line) => line && !line.startsWith('#') && line !== '*')
  const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const excluded = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice(3))
  if (included.length + excluded.length !== lines.length) {
    throw new Error('.dockerignore has a line that this proof does not know')
  }
  return (path) => {
    // A folder is included if an entry is below it.
    const isIncluded = included.some(
      (entry) => path === entry || path.startsWith(`${entry}/`) || entry.startsWith(`${path}/`),
    )
    return isIncluded && !path.split('/').some((name) => excluded.includes(name))
  }
}
