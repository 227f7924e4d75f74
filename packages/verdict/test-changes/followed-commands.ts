import { scriptsIn, targetsIn } from './script-texts.ts'
import { isTestPath } from './test-paths.ts'

/** Texts of the base by their paths: manifests that name scripts, and the scripts that they call. */
export type JudgingTexts = Readonly<Record<string, string>>

const roundsMost = 8
const commandsMost = 500
const taskRunner = /\b(?:tox|nox|task|rake|doit|invoke)\b/

/** The files that the commands of checks call, as far as the texts show. */
export type Followed = ReturnType<typeof followCommands>

/** Follows commands through scripts, targets and shell scripts, a few rounds deep. */
export const followCommands = (commands: readonly string[], texts: JudgingTexts) => {
  // Names of scripts in package.json and composer.json, and of targets in a Makefile or a justfile.
  const scripts = new Set<string>()
  const targets = new Set<string>()
  // Every word of every command, which may be the path of a script.
  const words = new Set<string>()
  const seen = new Set<string>()
  // Whether a command calls a program that reads tasks from a file of its own.
  let callsTasks = false
  let open = [...commands]
  for (let round = 0; round < roundsMost && open.length > 0 && seen.size < commandsMost; round += 1) {
    const next: string[] = []
    for (const command of open) {
      if (seen.has(command)) continue
      seen.add(command)
      callsTasks ||= taskRunner.test(command)
      const calledScripts = scriptsCalledBy(command)
      const calledTargets = targetsCalledBy(command)
      for (const word of wordsOf(command)) words.add(word)
      for (const name of calledScripts) scripts.add(name)
      for (const name of calledTargets) targets.add(name)
      next.push(...textsOf(texts, new Set(calledScripts), new Set(calledTargets), new Set(wordsOf(command))))
    }
    open = next
  }
  return { scripts, targets, words, callsTasks }
}

/** Paths of a tree that the commands may call, to be read before they are followed further. */
export const followedPaths = (commands: readonly string[], texts: JudgingTexts): string[] =>
  [...followCommands(commands, texts).words].filter((word) => isScriptPath(word) && !Object.hasOwn(texts, word))

/** A script by its ending, or a file in a folder of scripts. */
export const isScriptPath = (path: string): boolean =>
  /^(?!\/|.*(?:^|\/)[.]{2}(?:\/|$))[\w@.+/-]{1,300}$/.test(path) &&
  (/[.](?:sh|bash|zsh|ps1|bat|cmd|mk)$/.test(path) ||
    /(?:^|\/)(?:scripts?|bin|ci|[.]ci|tools?|hack|build|tasks?|make|[.]config)\/[^/]/.test(path))

export const isScriptFile = (path: string): boolean => /(?:^|\/)(?:package|composer)[.]json$/.test(path)
export const isTargetFile = (path: string): boolean =>
  /(?:^|\/)(?:GNUm|[Mm])akefile$|(?:^|\/)[.]?[Jj]ustfile$|[.]mk$/.test(path)
/** True if a file itself lists the calls of an environment or task runner. */
export const isTaskFile = (path: string): boolean =>
  /(?:^|\/)(?:tox[.]ini|noxfile[.]py|Taskfile[.]ya?ml|[Rr]akefile|dodo[.]py|tasks[.]py)$/.test(path)

const wordsMost = 2_000

const wordsOf = (command: string) =>
  command
    .slice(0, 100_000)
    .split(/[\s"'`;&|()<>=$]+/)
    .map((word) => word.replace(/^(?:[.]\/)+/, ''))
    .filter((word) => word !== '')
    .slice(0, wordsMost)

const scriptsCalledBy = (command: string) => {
  const named = [
    ...command.matchAll(
      /\b(?:npm|pnpm|yarn|bun|composer|deno)[ \t]+(?:run(?:-script)?[ \t]+|task[ \t]+)?(?:-\S+[ \t]+){0,5}([\w@:./-]+)/g,
    ),
    ...command.matchAll(/\bnode[ \t]+--run[ \t]+([\w@:./-]+)/g),
    ...command.matchAll(/\b(?:run-[sp]|npm-run-all)[ \t]+([^;&|\n]{1,300})/g),
  ].flatMap(([, names]) => names!.split(/\s+/).filter((name) => !name.startsWith('-')))
  return named
    .flatMap((name) => (name === 't' ? ['test'] : [name]))
    .flatMap((name) => [`pre${name}`, name, `post${name}`])
}

const targetsCalledBy = (command: string) =>
  [...command.matchAll(/(?:\b(?:make|gmake|just)|\$[({]MAKE[)}])((?:[ \t]+[\w./:=-]+){0,20})/g)].flatMap(([, rest]) => {
    const names = rest!.split(/\s+/).filter((name) => name !== '' && !/^-|=/.test(name))
    return names.length > 0 ? names : ['all', 'default']
  })

/** The commands behind a call. */
const textsOf = (
  texts: JudgingTexts,
  scripts: ReadonlySet<string>,
  targets: ReadonlySet<string>,
  words: ReadonlySet<string>,
): string[] =>
  Object.entries(texts).flatMap(([path, text]) => {
    const chosen = (named: ReadonlyMap<string, string>, names: ReadonlySet<string>) =>
      [...named].filter(([name]) => names.has(name)).map(([, command]) => command)
    if (isScriptFile(path)) return chosen(scriptsIn(text), scripts)
    if (isTargetFile(path)) return chosen(withPrerequisites(targetsIn(text)), targets)
    // A script that tests call is their subject.
    return words.has(path) && !isTestPath(path) ? [text] : []
  })

/** The prerequisites of a target are called before its recipe. */
const withPrerequisites = (targets: ReadonlyMap<string, string>) =>
  new Map(
    [...targets].map(([name, recipe]) => [name, `make ${recipe.split('&&', 1)[0]!.split(/[|#]/, 1)[0]!} ; ${recipe}`]),
  )
