import { join } from 'node:path'
import { commandIn, pathIn } from '../cli/command.ts'
import type { Configuration } from '../../platform/configuration/index.ts'

interface Terminal {
  readonly baseUrl: string
  readonly cwd: string
  readonly path?: string | undefined
  /** Signs the first owner in once; undefined where their file signs nobody in. */
  readonly startLink?: string | undefined
}

/** What whoever started the server at a terminal needs next, below the line that says that it is ready. */
export const greetingFor = ({ model, storage }: Configuration, { baseUrl, cwd, path, startLink }: Terminal): string => {
  const typed = commandIn({ cwd, path })
  const lines = [
    ['Model', model.baseUrl ? `${model.name} at ${new URL(model.baseUrl).host}` : offline],
    ['Key', `${pathIn(join(storage.dataFolder, 'owner.json'), cwd)} (the first owner's, with a password)`],
    ...(startLink === undefined ? [] : [['Begin', `${startLink} (signs you in, once, within 15 minutes)`]]),
    ['Console', `${baseUrl}/console`],
    ['Next', `${typed} login`],
    ['', `${typed} deliver "Say what should change" path/to/a/repository`],
    ['Stop', 'Ctrl-C; what runs goes on at the next start'],
  ]
  return lines.map(([title, text]) => `  ${title!.padEnd(9)}${text}\n`).join('')
}

const offline = 'none, so descriptions are carried out to the letter; ATELIER_MODEL_BASE_URL names a real one'
