import { posix } from 'node:path'
import ts from 'typescript'
import { type Finding, lineAt, nodesOf, readOnce, type Rule } from './source.ts'

interface Import {
  /** A path from the project's root, or the name of a package. */
  readonly target: string
  readonly local: boolean
  /** `import type`: gone before anything runs. */
  readonly typeOnly: boolean
  /** `import()`: read when it is asked for. */
  readonly late: boolean
  readonly line: number
}

const layers = ['platform', 'execution', 'domains', 'apps']
const layerOf = (path: string) => layers.indexOf(path.split('/')[0]!)
/** The area and the name of a domain's path, such as `delivery/runs`; undefined for other paths. */
export const domainOf = (path: string) => /^domains\/([^/]+\/[^/]+)\//.exec(path)?.[1]
/** A package that the product is given, such as packages/secret-files. The SDK is made from the product. */
const packageOf = (path: string) => /^packages\/(?!sdk\/)[^/]+(?=\/)/.exec(path)?.[0]
export const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /^(testing|bench)\//.test(path) || /^packages\/[^/]+\/testing\//.test(path)
const isShared = (path: string) => /^domains\/[^/]+\/[^/]+\/(contract|rules)(\.ts|\/)/.test(path)

// The imports that contract.ts and rules.ts may have, which the command line and the console share.
const sharedImports =
  /^(typebox(\/.*)?|packages\/(foreign-json|einvoice)\/index\.ts|platform\/contract\/.*|domains\/[^/]+\/[^/]+\/(contract|rules)(\.ts|\/.*))$/

/** apps → domains → execution → platform → packages; a domain and a package by its index.ts; contracts and rules alone. */
export const imports: Rule = (source) =>
  importsOf(source).flatMap((found) => {
    const broken = checks.map((check) => check(source.path, found)).find((wrong) => wrong !== undefined)
    return broken ? [{ path: source.path, line: found.line, ...broken }] : []
  })

type Check = (path: string, found: Import) => Pick<Finding, 'wrong' | 'instead'> | undefined

const onlyTestsImportTesting: Check = (path, { target, local }) => {
  if (!local || isTest(path) || !/^(testing|bench)\//.test(target) || layerOf(path) < 0) return undefined
  return {
    wrong: `imports ${target}`,
    instead: 'Only tests and bench/ use testing/. Move what is needed into platform/.',
  }
}

const downwards: Check = (path, { target, local }) => {
  if (!local || layerOf(path) < 0 || isTest(path) || layerOf(target) <= layerOf(path)) return undefined
  const [from, to] = [path, target].map((one) => layers[layerOf(one)])
  return {
    wrong: `${from}/ imports ${target}`,
    instead: `Imports go apps → domains → execution → platform: take what is needed from ${to}/ as a parameter.`,
  }
}

const executionHasNoDatabase: Check = (path, { target, local }) => {
  if (!local || layerOf(path) !== layers.indexOf('execution') || isTest(path)) return undefined
  if (!/^platform\/(db|jobs|removals)\//.test(target)) return undefined
  return {
    wrong: `imports ${target}`,
    instead: 'Nothing under execution/ knows a table: declare what it needs as an interface that a domain implements.',
  }
}

const byTheIndex: Check = (path, { target, local }) => {
  const other = domainOf(target)
  if (!local || !other || other === domainOf(path) || isTest(path)) return undefined
  if (target === `domains/${other}/index.ts` || isShared(target)) return undefined
  if (path === 'domains/index.ts' && target === `domains/${other}/domain.ts`) return undefined
  return {
    wrong: `imports ${target}`,
    instead: `Import domains/${other}/index.ts, and export there what others may use.`,
  }
}

const contractsStayLight: Check = (path, { target, typeOnly }) => {
  if (!isShared(path) || isTest(path) || sharedImports.test(target)) return undefined
  if (typeOnly && target === `domains/${domainOf(path)}/tables.ts`) return undefined
  return {
    wrong: `imports ${target}`,
    instead:
      'A contract and its rules import typebox, platform/contract and contracts alone: move what needs more to another file.',
  }
}

// The part for browsers: declarations, the client that calls by them, and the lines of a table as a file.
const isBrowserHalf = (path: string) =>
  /^(packages\/(foreign-json|einvoice)|platform\/(contract|client|csv))\//.test(path) && !isNodeTransport(path)
const isNodeTransport = (path: string) => path.startsWith('platform/client/node-')

const browserHalfStaysLight: Check = (path, { target }) => {
  if (!isBrowserHalf(path) || isTest(path) || /^typebox(\/|$)/.test(target) || isBrowserHalf(target)) return undefined
  return {
    wrong: `imports ${target}`,
    instead:
      'A browser loads platform/contract, platform/client and platform/csv: what only a server can do belongs to platform/handler.',
  }
}

const consoleSeesContracts: Check = (path, { target, local }) => {
  if (!path.startsWith('apps/console/') || !local || isTest(path)) return undefined
  if (target.startsWith('apps/console/') || isBrowserHalf(target) || isShared(target)) return undefined
  return {
    wrong: `imports ${target}`,
    instead:
      'The console runs in a browser: it imports contract.ts, rules.ts, platform/contract, platform/client and platform/csv alone.',
  }
}

// A published file runs without this repository.
const publishedSources = /^packages\/[^/]+\/src\//

const packagesStandAlone: Check = (path, { target }) => {
  const own = publishedSources.exec(path)?.[0]
  if (own === undefined || isTest(path) || target.startsWith(own)) return undefined
  return {
    wrong: `imports ${target}`,
    instead: 'A published package runs without the rest: what it shares with the server is generated or written again.',
  }
}

const noServerOnSdk: Check = (path, { target, local }) => {
  if (!local || layerOf(path) < 0 || isTest(path) || !target.startsWith('packages/sdk/')) return undefined
  return {
    wrong: `imports ${target}`,
    instead: 'The SDK is made from the rest, and nothing of the product uses it: take platform/client.',
  }
}

/** The kit of tests, and the ports that tests of packages pass. */
const givenToPackages = /^(testing|platform\/threads|execution\/sandbox)\//

const packagesStayBelow: Check = (path, { target, local }) => {
  const own = packageOf(path)
  if (own === undefined || !local || packageOf(target) !== undefined) return undefined
  if (isTest(path) && givenToPackages.test(target)) return undefined
  return {
    wrong: `${own} imports ${target}`,
    instead: 'A package imports only other packages: take what it needs of the rest as a parameter.',
  }
}

/** By its index.ts; in a thread of its own also by its in-thread.ts, which loads what parses bytes of strangers. */
const packagesByTheirDoor: Check = (path, { target, local }) => {
  const other = packageOf(target)
  if (!local || other === undefined || other === packageOf(path) || isTest(path)) return undefined
  if (target === `${other}/index.ts` || target === `${other}/in-thread.ts`) return undefined
  return {
    wrong: `imports ${target}`,
    instead: `Import ${other}/index.ts, and export there what others may use.`,
  }
}

const agents = /^execution\/(git-index\/|harness\/(native|acp|stall)\/|harness\/(program|job|lines)\.ts$)/

const isOfCharsets = (path: string) => path.startsWith('packages/charsets/')

/** Programs that run in a sandbox from their sources, and what `registry.ts` and `place.ts` show them there. */
const programsInSandbox = [
  { own: (path: string) => agents.test(path), sees: (path: string) => agents.test(path) || isOfCharsets(path) },
  { own: isOfCharsets, sees: isOfCharsets },
  {
    own: (path: string) => path.startsWith('packages/document-readers/program/'),
    sees: (path: string) => path.startsWith('packages/document-readers/') || isOfCharsets(path),
  },
]

const sandboxHasItsBinds: Check = (path, { target, local, typeOnly }) => {
  if (!local || typeOnly || isTest(path)) return undefined
  const program = programsInSandbox.find(({ own }) => own(path))
  if (program === undefined || program.sees(target)) return undefined
  return {
    wrong: `imports ${target}`,
    instead:
      'This file runs in a sandbox that does not show what it imports: move what both need, or take it from the job.',
  }
}

const checks = [
  packagesStandAlone,
  sandboxHasItsBinds,
  noServerOnSdk,
  packagesStayBelow,
  packagesByTheirDoor,
  onlyTestsImportTesting,
  downwards,
  executionHasNoDatabase,
  contractsStayLight,
  browserHalfStaysLight,
  byTheIndex,
  consoleSeesContracts,
]

/** The imports of a file, types included. */
export const importsOf = readOnce((source): Import[] => {
  const found: Import[] = []
  for (const node of nodesOf(source)) {
    const name = specifierOf(node)
    if (!name) continue
    const local = name.text.startsWith('.')
    const target = local ? posix.join(posix.dirname(source.path), name.text) : name.text
    found.push({
      target,
      local,
      typeOnly: isTypeOnly(node),
      late: ts.isCallExpression(node),
      line: lineAt(source, name.getStart(source.tree)),
    })
  }
  return found
})

const isTypeOnly = (node: ts.Node) =>
  ts.isImportTypeNode(node) ||
  (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
  (ts.isExportDeclaration(node) && node.isTypeOnly)

const specifierOf = (node: ts.Node) => {
  const specifier =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined
  return specifier && ts.isStringLiteralLike(specifier) ? specifier : undefined
}
