import { join, relative } from 'node:path'
import type { Configuration } from '../../platform/configuration/index.ts'

const command = join(import.meta.dirname, '..', '..', 'bin', 'atelier')

/** What whoever started the server at a terminal needs next, below the line that says that it is ready. */
export const greetingFor = ({ model, storage }: Configuration, cwd = process.cwd()): string => {
  const typed = shortest(command, cwd)
  const lines = [
    ['Model', model.baseUrl ? `${model.name} at ${new URL(model.baseUrl).host}` : offline],
    ['Key', `${shortest(join(storage.dataFolder, 'owner.json'), cwd)} (the first owner's)`],
    ['Next', `${typed} login`],
    ['', `${typed} deliver "Say what should change" path/to/a/repository`],
    ['Stop', 'Ctrl-C; what runs goes on at the next start'],
  ]
  return lines.map(([title, text]) => `  ${title!.padEnd(7)}${text}\n`).join('')
}

const offline = 'none, so descriptions are carried out to the letter; ATELIER_MODEL_BASE_URL names a real one'

const shortest = (path: string, cwd: string) => {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}
