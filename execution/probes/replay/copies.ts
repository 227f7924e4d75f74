import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { ImportDeclaration, Program } from '@babel/types'
import {
  loadedBy,
  programOf,
  spanOf,
  uncheckedStart,
  valueText,
  visitNodes,
  withEdits,
  type Edit,
} from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'
import type { ProbedRunner } from '../runner-call.ts'

const program = readFileSync(join(import.meta.dirname, 'program.cjs'), 'utf8')
const plain = readFileSync(join(import.meta.dirname, 'plain.mjs'), 'utf8')

export const programText = (nonce: string): string => `${valueText(nonce)}${program.replaceAll('NONCE', nonce)}`
export const plainText = (nonce: string): string => `${plain.replaceAll('NONCE', nonce)}\n`

const isOwn = (specifier: string) => /^(?:\.{1,2}\/|\.{1,2}$|#)/.test(specifier)
// Calls below mocks and false clocks are not calls of the product.
const replaced = /\b(?:vi|jest)\.(?:mock|doMock|useFakeTimers|stub)|\bmock\.(?:module|timers)|\bsinon\b|\bproxyquire\b/

/**
 * Two copies of a test file of JavaScript: one records each call that the test makes to the product, the other makes
 * these calls again. Undefined if the test loads nothing of the product, or replaces parts of it. `index` is its number
 * in the records.
 */
export const replayedTest = (
  file: ProbeFile,
  index: number,
  { nonce, runner }: { readonly nonce: string; readonly runner: ProbedRunner },
) => {
  const tree = replaced.test(file.text) ? undefined : programOf(file)
  if (!tree) return undefined
  const loads = loadsIn(tree, file, index, nonce)
  if (loads.length === 0) return undefined
  const start = uncheckedStart(file.path)
  const modules = [...new Set(loads.map(({ specifier }) => specifier))]
  const isModule = tree.sourceType === 'module'
  const imports = modules.map((specifier, at) =>
    isModule
      ? `import * as m${at}_${nonce} from ${JSON.stringify(specifier)}`
      : `const m${at}_${nonce} = require(${JSON.stringify(specifier)})`,
  )
  const modulesById = modules.map((specifier, at) => `${JSON.stringify(idOf(file, specifier))}: m${at}_${nonce}`)
  return {
    recording: `${start}${withEdits(
      file.text,
      loads.map(({ edit }) => edit),
    )}\n${programText(nonce)}`,
    again: `${start}${[...imports, ...testFunction(runner, isModule, nonce)].join('\n')}
const modules_${nonce} = { ${modulesById.join(', ')} }
test_${nonce}('calls are made again', ${runner === 'mocha' ? `function () { this.timeout(60_000); return ` : '() => '}replay_${nonce}(process.env.ATELIER_STAGE, ${index}, async (module) => modules_${nonce}[module])${runner === 'mocha' ? ' }' : runner === 'node' ? '' : ', 60_000'})
${programText(nonce)}`,
  }
}

const testFunction = (runner: ProbedRunner, isModule: boolean, nonce: string): readonly string[] => {
  const module = runner === 'node' ? 'node:test' : runner === 'vitest' ? 'vitest' : undefined
  if (module === undefined) return [`const test_${nonce} = ${runner === 'mocha' ? 'it' : 'test'}`]
  return [
    isModule
      ? `import { test as test_${nonce} } from '${module}'`
      : `const { test: test_${nonce} } = require('${module}')`,
  ]
}

interface Load {
  readonly specifier: string
  readonly edit: Edit
}

/** The module that a specifier of a test means, from the root of the repository. */
const idOf = ({ path }: ProbeFile, specifier: string) =>
  specifier.startsWith('#') ? specifier : posix.join(posix.dirname(path), specifier)

const loadsIn = (tree: Program, file: ProbeFile, index: number, nonce: string): readonly Load[] => {
  const loads: Load[] = []
  visitNodes(tree, (node) => {
    const specifier = loadedBy(node)
    if (specifier === undefined || !isOwn(specifier)) return
    const id = JSON.stringify(idOf(file, specifier))
    const { start, end } = spanOf(node)
    const text = file.text.slice(start, end)
    const site = `${index}, ${id}`
    if (node.type === 'ImportDeclaration') {
      if (node.importKind === 'type') return
      loads.push({ specifier, edit: { start, end, text: wrappedImport(node, { nonce, site, start }) } })
    } else if (text.startsWith('import')) {
      const wrapped = `${text}.then((loaded) => wrapModule_${nonce}(${site}, loaded))`
      loads.push({ specifier, edit: { start, end, text: wrapped } })
    } else loads.push({ specifier, edit: { start, end, text: `wrapModule_${nonce}(${site}, ${text})` } })
  })
  return loads
}

const wrappedImport = (
  { source, specifiers }: ImportDeclaration,
  { nonce, site, start }: { readonly nonce: string; readonly site: string; readonly start: number },
): string => {
  const all = `all${start}_${nonce}`
  const names = specifiers.flatMap((one) => {
    if (one.type === 'ImportNamespaceSpecifier') {
      return [`const ${one.local.name} = wrapModule_${nonce}(${site}, ${all});`]
    }
    if (one.type === 'ImportSpecifier' && one.importKind === 'type') return []
    const name =
      one.type === 'ImportDefaultSpecifier'
        ? 'default'
        : one.imported.type === 'Identifier'
          ? one.imported.name
          : one.imported.value
    const value = `${all}[${JSON.stringify(name)}]`
    const wrapped =
      name === 'default'
        ? `(typeof ${value} === 'object' ? wrapModule_${nonce}(${site}, ${value}) : wrap_${nonce}(${site}, 'default', ${value}))`
        : `wrap_${nonce}(${site}, ${JSON.stringify(name)}, ${value})`
    return [`const ${one.local.name} = ${wrapped};`]
  })
  return `import * as ${all} from ${JSON.stringify(source.value)}; ${names.join(' ')}`
}
