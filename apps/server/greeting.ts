import { join } from 'node:path'
import { commandIn, pathIn } from '../cli/program/command.ts'
import type { Configuration } from '../../platform/configuration/index.ts'

interface Terminal {
  readonly baseUrl: string
  readonly cwd: string
  readonly path?: string | undefined
  /** Signs the first owner in once; undefined if their file no longer signs in. */
  readonly startLink?: string | undefined
}

/** The next steps of a person who started the server at a terminal: the only link first, on a line of its own. */
export const greetingFor = ({ model, storage }: Configuration, { baseUrl, cwd, path, startLink }: Terminal): string => {
  const typed = commandIn({ cwd, path })
  const lines = [
    ['Console', `${baseUrl}/console`],
    ['Model', model.baseUrl ? `${model.name} at ${new URL(model.baseUrl).host}` : noModel(typed)],
    ['Key', `${pathIn(join(storage.dataFolder, 'owner.json'), cwd)} (the first owner's, with a password)`],
    ['Next', `${typed} login`],
    ['', `${typed} deliver "Say what should change" path/to/a/repository`],
    ['Stop', 'Ctrl-C; what runs goes on at the next start'],
  ]
  return [
    startLink === undefined
      ? `Atelier is ready at ${baseUrl}\n`
      : `Atelier is ready. Open this link to sign in. It works once, for 15 minutes.\n\n${startLink}\n`,
    '\n',
    ...lines.map(([title, text]) => `  ${title!.padEnd(9)}${text}\n`),
    '\n',
  ].join('')
}

const noModel = (typed: string) =>
  `none is in the settings; the offline model only applies code blocks. What this machine has: ${typed} models found`
