import { jsonObject } from '../../../foreign-json/index.ts'
import type { FileChange } from '../change.ts'
import { linesWhere, linesWithin, type LineChanges } from '../changed-lines.ts'
import { scriptsIn, targetOfLines } from '../script-texts.ts'

/**
 * Changed lines of a manifest that run when the project is built or installed, or that name the people who may use it;
 * undefined for any other file. A script that only runs tests is not included.
 */
export const manifestLines = (file: FileChange): LineChanges | undefined => {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  if (name === 'package.json' || name === 'composer.json') return linesWithin(file, scriptLines)
  if (name === 'pyproject.toml') return linesWithin(file, (text) => sectionLines(text, pythonBuild))
  if (name === 'Cargo.toml') return linesWithin(file, (text) => sectionLines(text, rustBuild))
  if (name === 'pom.xml') return linesWithin(file, mavenLines)
  return recipeFiles.test(name) ? linesWithin(file, recipeLines) : undefined
}

const recipeFiles = /^(?:GNUm|[Mm])akefile$|^[.]?[Jj]ustfile$|^[Rr]akefile|^Taskfile[.]ya?ml$|[.]mk$/

/** Events of package managers, builds, and what runs before or after another script. */
const byItself =
  /^(?:(?:pre|post)?(?:install|uninstall|prepare|publish|pack|version|build)(?::.*)?|prepublishOnly|dependencies|pre\w*-\w[\w-]*|post-\w[\w-]*)$/
const reaching =
  /\b(?:curl|wget|nc|ncat|socat|ssh|scp|base64|eval)\b|https?:|\b(?:ba|z|da)?sh\s+-c\b|\bnode\s+(?:-e|--eval|-p)\b|\bpython\d?\s+-c\b|\|\s*(?:ba|z|da)?sh\b|\$\(/
const obeyedKeys = /^\s*"(?:packageManager|gypfile|licen[cs]e|licenses|allow-plugins)"\s*:/

const scriptLines = (text: string, other: string): ReadonlySet<number> => {
  const scripts = scriptsIn(text)
  const others = scriptsIn(other)
  const isImplied = (name: string) => {
    const base = /^(?:pre|post)(.+)$/.exec(name)?.[1]
    return byItself.test(name) || (base !== undefined && (scripts.has(base) || others.has(base)))
  }
  const named = [...scripts].flatMap(([name, command]) =>
    others.get(name) !== command && (isImplied(name) || reaching.test(command)) ? [JSON.stringify(name)] : [],
  )
  // A manifest that is no JSON object may be one for another tool.
  if (!jsonObject(text)) return linesWhere(text, (line) => line.trim() !== '')
  return linesWhere(text, (line) => obeyedKeys.test(line) || named.some((start) => line.trimStart().startsWith(start)))
}

const pythonBuild = (section: string, line: string) =>
  /^(?:build-system|tool\.(?:[\w-]+\.)*build(?:\..*)?|tool\.(?:setuptools\.cmdclass|pdm\.build|poetry\.build))$/.test(
    section,
  ) || /^licen[cs]e\b/.test(line)

const rustBuild = (section: string, line: string) =>
  /(?:^|[.])build-dependencies/.test(section) ||
  (section === 'package' && /^(?:build|links|licen[cs]e(?:-file)?)\s*=/.test(line)) ||
  (section === 'lib' && /^proc-macro\s*=/.test(line))

const sectionLines = (text: string, isObeyed: (section: string, line: string) => boolean): ReadonlySet<number> => {
  let section = ''
  return linesWhere(text, (line) => {
    section = /^\s*\[+\s*"?([^\]"]+)/.exec(line)?.[1] ?? section
    return isObeyed(section.trim(), line.trim())
  })
}

/** Plugins of Maven run; versions and dependencies of the product are other rules' matter. */
const mavenLines = (text: string): ReadonlySet<number> => {
  let isInside = false
  return linesWhere(text, (line) => {
    if (/<(?:build|plugin|extension|repositor|licen[cs]e)\w*>/.test(line)) isInside = true
    const is = isInside && !/^\s*<version>[^<]*<\/version>\s*$/.test(line)
    if (/<\/(?:build|plugins|extensions|repositories|licenses)>/.test(line)) isInside = false
    return is
  })
}

/** Recipes of targets, without recipes that only check or clean the project. */
const recipeLines = (text: string): ReadonlySet<number> => {
  const targets = targetOfLines(text)
  return linesWhere(text, (line, at) => {
    const isCheck = /^(?:test|check|lint|coverage|bench|typecheck|format|fmt|clean|distclean|help)[\w-]*$/.test(
      targets[at] ?? '',
    )
    return /^[\t ]+\S/.test(line)
      ? !isCheck || reaching.test(line)
      : /\$\(shell\b|!=|^-?include\b|^(?:export\s+)?(?:SHELL|PATH|MAKEFLAGS|CC|CXX|LD|AR)\s*[:?+]?=/.test(line)
  })
}
