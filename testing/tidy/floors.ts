import { importsOf, isTest } from './imports.ts'
import type { Rule } from './source.ts'

/** The folders of platform/, lowest first: a folder imports only from those before it. */
const folders = [
  'contract',
  'waiting',
  'threads',
  'pages',
  'csv',
  'telemetry',
  'mail-address',
  'configuration',
  'private-file',
  'refusal',
  'validation',
  'client',
  'fetch',
  'storage',
  'backup',
  'db',
  'crypto',
  'relay',
  'instance-keys',
  'instance-settings',
  'access',
  'removals',
  'jobs',
  'retention',
  'idempotency',
  'handler',
  'audit',
  'mail',
  'http',
]

const folderOf = (path: string) => /^platform\/([^/]+)\//.exec(path)?.[1]

/** The folders of platform/ are floors, so that none is in a circle with another. */
export const floors: Rule = (source) => {
  const own = folderOf(source.path)
  if (own === undefined || isTest(source.path)) return []
  return importsOf(source).flatMap(({ target, line }) => {
    const other = folderOf(target)
    if (other === undefined || other === own || folders.indexOf(other) < folders.indexOf(own)) return []
    return [
      {
        path: source.path,
        line,
        wrong: `platform/${own} imports ${target}`,
        instead:
          'The folders of platform/ import only from those before them in testing/tidy/floors.ts: move what both need down.',
      },
    ]
  })
}

/** The floors of the console, lowest first; pages of the agency and of the portal share the highest one. */
const floorsOfConsole = [
  /^apps\/console\/api\//,
  /^apps\/console\/parts\//,
  /^apps\/console\/shell\//,
  /^apps\/console\/portal\/parts\//,
  /^apps\/console\/(pages|portal\/pages)\//,
]
const consoleFloorOf = (path: string) => floorsOfConsole.findIndex((floor) => floor.test(path))

/** In the console, `api` is below `parts`, `parts` below the shell, and pages are above all of them. */
export const consoleFloors: Rule = (source) => {
  const own = consoleFloorOf(source.path)
  if (own < 0 || isTest(source.path)) return []
  return importsOf(source).flatMap(({ target, line }) =>
    consoleFloorOf(target) <= own
      ? []
      : [
          {
            path: source.path,
            line,
            wrong: `imports ${target}, which is above it`,
            instead: 'The console imports downwards: pages, shell, parts, api. Move what both need down.',
          },
        ],
  )
}
