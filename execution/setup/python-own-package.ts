import { packagesVariable, type SetupFiles } from './phases.ts'
import { tableOf, textOf, tomlIn } from './toml-tables.ts'

const manifestMostChars = 1_048_576
const folder = 'own-package'

/** Lends the install the fetched parts of the project itself. */
export const keepOwnPackage = `{ [ ! -d ${folder} ] || cp -R ${folder} "$SETUP_CACHE/${folder}"; }`
export const takeOwnPackage =
  `{ [ ! -d "$SETUP_CACHE/${folder}" ] || ` +
  `{ mkdir -p "$${packagesVariable}/python" && cp -R "$SETUP_CACHE/${folder}/." "$${packagesVariable}/python"; }; }`

/**
 * The record of a Python project as an installer leaves it, by its pyproject.toml and without running anything of it:
 * many packages ask for their own version, or find their plugins by it. Empty for a project without a name. A version
 * that a program works out is 0.0.0 here.
 */
export const ownPackage = (files: SetupFiles): SetupFiles => {
  const { project, tool } = tomlIn((files.get('pyproject.toml') ?? '').slice(0, manifestMostChars))
  const { name, scripts, plugins, ...given } = { ...tableOf(tableOf(tool).poetry), ...tableOf(project) }
  if (typeof name !== 'string' || !/^[A-Za-z0-9][\w.-]{0,200}$/.test(name)) return new Map()
  const version = /^\d[\w.+!]{0,60}$/.test(textOf(given.version)) ? textOf(given.version) : '0.0.0'
  const place = `${folder}/${name.toLowerCase().replaceAll(/[-_.]+/g, '_')}-${version}.dist-info`
  const groups = { console_scripts: scripts, ...tableOf(plugins), ...tableOf(given['entry-points']) }
  const sections = Object.entries(groups).map(([group, list]) => [`[${group}]`, ...entriesOf(list)].join('\n'))
  return new Map([
    [`${place}/METADATA`, `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`],
    [`${place}/entry_points.txt`, `${sections.filter((text) => text.includes('\n')).join('\n')}\n`],
  ])
}

const entriesOf = (list: unknown) =>
  Object.entries(tableOf(list)).flatMap(([name, target]) =>
    typeof target === 'string' && /^[\w.: [\],-]{1,200}$/.test(target) && /^[\w. -]{1,200}$/.test(name)
      ? [`${name} = ${target}`]
      : [],
  )
