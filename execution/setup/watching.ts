const flag = /^--watch(?:-?all)?(?:=true)?$/i
const programs = new Set(['nodemon', 'chokidar', 'watchexec', 'pytest-watch', 'ptw', 'entr'])
const runners = new Set(['vitest', 'cargo', 'webpack'])
// Words before the program of a command.
const launchers = new Set('npx bunx npm pnpm yarn bun exec dlx run cross-env env time'.split(' '))

const isFlag = (words: readonly string[], at: number) =>
  flag.test(words[at]!) && !/^(?:false|0)$/.test(words[at + 1] ?? '')

const watchesAlone = (command: string): boolean => {
  const words = command.split(/[\s"'()]+/).filter((word) => word !== '')
  const isBefore = (word: string) => launchers.has(word) || word.startsWith('-') || /^\w+=/.test(word)
  const at = words.findIndex((word) => !isBefore(word))
  const program = words[at]?.split('/').at(-1) ?? ''
  return (
    words.some((_word, place) => isFlag(words, place)) ||
    programs.has(program) ||
    (runners.has(program) && words[at + 1] === 'watch')
  )
}

/** True if a command, or one of several in it, watches files: it would never end automatically. */
export const watches = (command: string): boolean => command.split(/[;&|\n]+/).some(watchesAlone)

/** A script without the options that make a runner of tests watch. */
export const withoutWatching = (script: string): string => {
  const words = script.split(' ')
  return words.filter((_word, at) => !isFlag(words, at)).join(' ')
}

export const watchesSentence =
  'Not run: the command watches files and would never end. Give the project a command that ends, without --watch or nodemon.'
