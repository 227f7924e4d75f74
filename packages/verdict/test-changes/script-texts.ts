import { jsonObject } from '../../foreign-json/index.ts'

/** Scripts of a package.json or composer.json; empty for a text that is no JSON, which the checks of the base show. */
export const scriptsIn = (text: string): Map<string, string> => {
  const scripts = jsonObject(text)?.scripts
  if (typeof scripts !== 'object' || scripts === null) return new Map()
  const commandOf = (command: unknown) => (Array.isArray(command) ? command.join(' && ') : String(command))
  return new Map(Object.entries(scripts).map(([name, command]) => [name, commandOf(command)]))
}

/** Targets of a Makefile or a justfile, with their prerequisites and recipes as one command. */
export const targetsIn = (text: string): Map<string, string> => {
  const targets = new Map<string, string>()
  let current: string | undefined
  for (const line of text.split('\n')) {
    const target = /^([\w.-]+)[ \t]*:(?!=)(.*)$/.exec(line)
    if (target) current = target[1]!
    if (target) targets.set(current!, target[2]!.trim())
    else if (current !== undefined && /^[\t ]/.test(line))
      targets.set(current, `${targets.get(current)} && ${line.trim()}`)
    else if (line.trim() !== '' && !line.startsWith('#')) current = undefined
  }
  return targets
}

/** The target of a Makefile or a justfile to which each line belongs; undefined for lines outside of targets. */
export const targetOfLines = (text: string): readonly (string | undefined)[] => {
  let current: string | undefined
  return text.split('\n').map((line) => {
    const target = /^([\w.-]+)[ \t]*:(?!=)/.exec(line)?.[1]
    if (target !== undefined) current = target
    else if (!/^[\t ]/.test(line) && line.trim() !== '') current = undefined
    return current
  })
}
