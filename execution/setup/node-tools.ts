import { managerField, rootManifest } from './node-manifests.ts'
import { packagesVariable, type NodeVersions, type SetupFiles } from './phases.ts'
import { isOfVersion, nodeVersionIn, requestedNodeMajor, unknownNode } from './node-version.ts'

/** A program from the npm registry, for a machine that has none of a fitting version. */
interface NodeTool {
  /** As a person calls it: `pnpm`. */
  readonly name: string
  readonly version: string
  readonly package: string
  /** A shell pattern of versions on the machine that do as well. */
  readonly fits: string
}

const majorOf = (version: string) => version.split('.')[0]!

const tool = (name: string, version: string, from = name): NodeTool => ({
  name,
  version,
  package: `${from}@${version}`,
  fits: `${majorOf(version)}.*`,
})

/** pnpm of the field `packageManager`, else the major version that writes such a lock file. Source: pnpm.io, “Lockfile”. */
export const pnpmTool = (files: SetupFiles): NodeTool => {
  const field = managerField(files)
  if (field?.name === 'pnpm') return tool('pnpm', field.version)
  const format = /^lockfileVersion: *'?(\d+\.\d+)/m.exec(files.get('pnpm-lock.yaml') ?? '')?.[1] ?? '9.0'
  const majors: Readonly<Record<string, string>> = { '5.3': '6', '5.4': '7', '6.0': '8', '6.1': '8' }
  return tool('pnpm', majors[format] ?? '10')
}

/** Yarn 1 is the package `yarn`, later ones `@yarnpkg/cli-dist`, whose lock files show their format. */
export const yarnTool = (files: SetupFiles): NodeTool => {
  const field = managerField(files)
  const format = /^__metadata:\n {2}version: (\d+)/m.exec(files.get('yarn.lock') ?? '')?.[1]
  const isModern = format !== undefined || (field?.name === 'yarn' && !field.version.startsWith('1.'))
  if (!isModern) return tool('yarn', '1.22.22')
  if (field?.name === 'yarn') return tool('yarn', field.version, '@yarnpkg/cli-dist')
  return tool('yarn', Number(format) >= 8 ? '4' : Number(format) >= 6 ? '3' : '2', '@yarnpkg/cli-dist')
}

// Newer npm does not run on these versions of Node. Source: `engines` of the packages npm@9 and npm@10.
const npmFor = (major: number) => (major >= 20 ? undefined : major >= 18 ? '10' : '9')

/** The version of Node that people ask for, else that of the repository; undefined if that of the machine does. */
const missingNode = (files: SetupFiles, { machine, requested }: NodeVersions) => {
  if (requested !== undefined) {
    const version = nodeVersionIn(requested)
    return version === undefined || isOfVersion(machine, version) ? undefined : version
  }
  return requestedNodeMajor(files, rootManifest(files), machine)?.toString()
}

/** Node of such a version, with an npm that runs on it. */
const nodeTools = (files: SetupFiles, versions: NodeVersions) => {
  const version = missingNode(files, versions)
  if (version === undefined) return undefined
  const npm = npmFor(Number(majorOf(version)))
  const packages = [`"node-linux-$arch@${version}"`, ...(npm === undefined ? [] : [`npm@${npm}`])]
  return { version, packages, isRequired: versions.requested !== undefined }
}

const folder = '"$SETUP_CACHE/tools"'

// In a folder of its own, so that no setting or manifest from the repository counts. Saved there: npm removes packages
// that an earlier step added and did not save.
const add = (packages: readonly string[], programs: string) =>
  `( mkdir -p ${folder}/bin && cd ${folder} && npm install --save --no-package-lock --ignore-scripts --prefix . ` +
  `--cache "$TMPDIR/tools" ${packages.join(' ')} && for one in ${programs}; do ` +
  'if [ -e "node_modules/.bin/$one" ]; then ln -sf "../node_modules/.bin/$one" bin/; fi; done )'

const addTool = ({ name, version, package: spec, fits }: NodeTool) =>
  `case "$(COREPACK_ENABLE_NETWORK=0 ${name} --version 2>/dev/null)" in ${fits}) ;; *) ` +
  `${add([spec], `${name} ${name}x`)} || command -v ${name} >/dev/null || ` +
  `{ echo 'This repository needs ${name} ${version}, which this machine does not have and the npm registry did not give.'; exit 1; } ;; esac`

interface NodePackages {
  readonly version: string
  readonly packages: readonly string[]
  /** Whether the fetch fails without it. */
  readonly isRequired: boolean
}

const addNode = ({ version, packages, isRequired }: NodePackages) =>
  'case "$(uname -m)" in aarch64) arch=arm64 ;; *) arch=x64 ;; esac; ' +
  `${add(packages, 'node npm npx')} || ` +
  (isRequired
    ? `{ echo 'The agent asks for Node ${version}, which this machine does not have and the npm registry did not give.'; exit 1; }`
    : `echo 'This repository asks for Node ${version}, which the npm registry did not give. The Node of this machine is used.'`)

const usePrograms = `PATH="$SETUP_CACHE/tools/bin:$PATH"; export PATH`

/**
 * Shell for the fetch that gets the package manager and the Node which a repository asks for from the npm registry, if
 * the machine has no fitting version. Both are packages without install scripts.
 */
export const fetchTools = (files: SetupFiles, versions: NodeVersions, manager?: NodeTool): string => {
  const node = nodeTools(files, versions)
  const unknown = versions.requested === undefined ? unknownNode(files, rootManifest(files)) : undefined
  const steps = [
    ...(unknown === undefined ? [] : [`echo '${unknown}'`]),
    ...(manager ? [addTool(manager)] : []),
    ...(node ? [addNode(node)] : []),
  ]
  return steps.length === 0 ? '' : `${steps.join('\n')}\n${usePrograms}\n`
}

/** Shell for the install, and for a command of the project's own, that makes these programs the first on the path. */
export const useTools = (prelude: string): string =>
  prelude === ''
    ? ''
    : `if [ -d ${folder} ]; then rm -rf "$${packagesVariable}/tools" && ` +
      `cp -R ${folder} "$${packagesVariable}/tools" && ${usePrograms}; fi\n`
