import { jsonObject } from '../../foreign-json/index.ts'
import { findingAt, shownMost, type Change, type FileChange, type Finding } from './change.ts'
import { addedHits, hitsIn, lineAt, wholeLine } from './hits.ts'

/** Lines of manifests and of package managers' settings that take packages from elsewhere than the registry. */
export const packageSources = (change: Change): Finding[] =>
  change.files.flatMap((file) => {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    const found = name === 'package.json' ? fromPackageJson(file) : fromLines(file, name)
    return found.slice(0, shownMost).map(({ line, shown }) => {
      const does = `takes packages from another place than before: “${shown.slice(0, 120)}”. Check that the place is right.`
      return findingAt(file.path, line, 'package_source_changed', does)
    })
  })

const cargo =
  /^[ \t]*\[(?:patch|replace|source)\b[^\]\n]*\]|^[ \t]*(?:replace-with|registry|local-registry|directory)[ \t]*=|(?<![^\r\n])[ \t]*[\w"-]+[ \t]*=[ \t]*\{[^\r\n]*\b(?:git|path|registry)[ \t]*=|^[ \t]*(?:git|path)[ \t]*=[ \t]*"/gm
const python =
  /(?:^|\s)(?:--(?:extra-)?index-url|--find-links|-i|-f|-e|--editable)(?:[ \t=]|$)|^[ \t]*(?:extra-)?index-url[ \t]*=|^[ \t]*find-links[ \t]*=|^[ \t]*(?:\w[\w.-]*(?:\[[^\]\n]*\])?[ \t]*@[ \t]*)?(?:git\+|https?:|file:)|["'][\w.-]+(?:\[[^\]\n]*\])?[ \t]*@[ \t]*(?:git\+|https?:|file:)|^[ \t]*\[\[?(?:tool\.(?:uv\.(?:index|sources)|poetry\.source|pdm\.source)|source)\b|(?<![^\r\n])[ \t]*[\w"-]+[ \t]*=[ \t]*\{[^\r\n]*\b(?:git|path|url|index)[ \t]*=|^[ \t]*url[ \t]*=/gm

const patterns: readonly (readonly [name: RegExp, pattern: RegExp])[] = [
  [/^go[.](?:mod|work)$/, /(?<![^\n])[^\n]*=>[^\n]*/g],
  [/^Cargo[.]toml$|^config[.]toml$/, cargo],
  [/^(?:requirements|constraints)[\w.-]*[.](?:txt|in)$|^(?:pyproject|uv)[.]toml$|^Pipfile$|^[.]?pip[.]conf$/, python],
  [
    /^[.](?:npmrc|yarnrc(?:[.]yml)?)$|^bunfig[.]toml$/,
    /(?<![^\n])[^\n]*\b(?:registry|npmRegistryServer|npmScopes)\b[^\n]*|^\/\/[^\n]*/gm,
  ],
  [
    /^pnpm-workspace[.]yaml$/,
    /^overrides:|^[ \t]+["']?[@\w/.>-]+["']?:[ \t]*["']?(?:npm:|file:|link:|git|https?:)[^\n]*$/gm,
  ],
  [/^Gemfile$/, /^[ \t]*source\b|\b(?:git|github|path):[ \t]|:(?:git|github|path)[ \t]*=>/gm],
]

/** Only new lines: removing a source leads back to the registry. */
const fromLines = ({ path, text }: FileChange, name: string) => {
  const pattern = patterns.find(([named]) => named.test(name))?.[1]
  if (!pattern || text.after === undefined || (name === 'config.toml' && !path.endsWith('.cargo/config.toml')))
    return []
  const lines = (side = '') =>
    hitsIn(side, pattern)
      .map(({ index, line }) => ({ line, shown: wholeLine(side, index) }))
      .filter(({ shown }) => !/^(?:#|\/\/(?!\S+:))/.test(shown))
  return addedHits(lines(text.before), lines(text.after), ({ shown }) => shown)
}

export const dependencyLists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const
const elsewhere = /^(?:file|link|portal|git|github|gitlab|bitbucket|https?|npm|patch)[:+]|^[\w.-]+\/[\w.-]+(?:#|$)/

const fromPackageJson = ({ text }: FileChange) => {
  if (text.after === undefined) return []
  const before = new Set(sourcesIn(text.before ?? '').map(({ key }) => key))
  return sourcesIn(text.after)
    .filter(({ key }) => !before.has(key))
    .map(({ name, value }) => ({ line: lastLineOf(text.after!, name), shown: `"${name}": ${value}` }))
}

const sourcesIn = (text: string) => {
  const manifest = jsonObject(text) ?? {}
  const { overrides, resolutions } = manifest
  const replaced = Object.entries({ overrides, resolutions, 'pnpm.overrides': objectOf(manifest.pnpm).overrides })
  return [
    ...replaced.flatMap(([list, of]) =>
      Object.entries(objectOf(of)).map(([name, value]) => declared(list, name, value)),
    ),
    ...dependencyLists.flatMap((list) =>
      Object.entries(objectOf(manifest[list]))
        .filter(([, value]) => typeof value === 'string' && elsewhere.test(value))
        .map(([name, value]) => declared('dependencies', name, value)),
    ),
  ]
}

const declared = (list: string, name: string, value: unknown) => {
  const shown = JSON.stringify(value)
  return { key: `${list} ${name} ${shown}`, name, value: shown }
}

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

const lastLineOf = (text: string, name: string) => lineAt(text, text.lastIndexOf(JSON.stringify(name)))
