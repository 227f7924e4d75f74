import { existsSync } from 'node:fs'
import { StartRefusal } from '../../../platform/configuration/refusal.ts'

const places = ['input', 'output', 'voice']
const placePattern = /\{([a-z]+)(?::([A-Za-z0-9_./+-]*))?\}/g

/**
 * Reads a command line such as `espeak-ng -v {voice:en} -f {input} -w {output}`: words between spaces, where `{name}` is a
 * place and `{name:value}` one with a value of its own. `{input}` and `{output}` have to be there. Throws StartRefusal.
 */
export const readCommandLine = (text: string) => {
  const refusal = (why: string) =>
    new StartRefusal(`ATELIER_SPEECH_PROGRAM ${why}. See docs/media.md#a-program-of-the-operator.`)
  const words = text.split(/\s+/).filter((word) => word !== '')
  const found = [...text.matchAll(placePattern)].map(([, name = '', own]) => ({ name, own }))
  const odd = found.find(({ name }) => !places.includes(name))
  if (odd) throw refusal(`has a place {${odd.name}}, and there are ${places.join(', ')}`)
  for (const needed of ['input', 'output'])
    if (!found.some(({ name }) => name === needed)) throw refusal(`has no place {${needed}}`)
  const free = found.find(({ name, own }) => own === undefined && name !== 'input' && name !== 'output')
  if (free) throw refusal(`has a place {${free.name}} without a value of its own, such as {${free.name}:en}`)
  if (words[0]!.includes('{')) throw refusal('begins with a place, and not with a program')
  return {
    words,
    /** Whether it has a place with this name. */
    has: (place: string) => found.some(({ name }) => name === place),
    /** The words with every place filled. A place without a value takes its own one. */
    fill: (values: Readonly<Record<string, string | undefined>>) =>
      words.map((word) =>
        word.replaceAll(placePattern, (_all, name: string, own: string | undefined) => values[name] ?? own ?? ''),
      ),
  }
}

export type CommandLine = ReturnType<typeof readCommandLine>

const folders = ['/usr/bin', '/usr/local/bin']

/** True if a program, given by its name or its path, is installed here. */
export const isProgramInstalled = (program: string): boolean =>
  program.startsWith('/') ? existsSync(program) : folders.some((folder) => existsSync(`${folder}/${program}`))

/** Files and folders of the host that a command line names and that sandboxes do not show by default. */
export const namedPaths = ({ words }: CommandLine): readonly string[] =>
  words.filter((word) => /^\/[^{}]+$/.test(word) && !word.startsWith('/usr/') && existsSync(word))
