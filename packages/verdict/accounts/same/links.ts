import { posix } from 'node:path'
import type { Node } from '../grammar.ts'

/**
 * The module of which an import or an export names a thing, as the program writes it: '' for an export of its own.
 * Undefined for other names, also for the new name that an import gives.
 */
export const linkOf = (node: Node, text: string): string | undefined => {
  const { parent } = node
  if (parent?.type === 'import_specifier' || parent?.type === 'export_specifier') {
    if (parent.childForFieldName('name')?.id !== node.id) return undefined
    // An export under another name leaves the tree under that name.
    if (parent.type === 'export_specifier' && parent.childForFieldName('alias') !== null) return undefined
    const source = parent.parent?.parent?.type === 'import_clause' ? parent.parent.parent.parent : parent.parent?.parent
    return fieldText(source, 'source', text)?.slice(1, -1) ?? ''
  }
  if (parent?.type !== 'dotted_name' || parent.namedChildCount !== 1) return undefined
  const from = parent.parent?.type === 'aliased_import' ? parent.parent.parent : parent.parent
  if (from?.type !== 'import_from_statement' || from.childForFieldName('module_name')?.id === parent.id)
    return undefined
  return fieldText(from, 'module_name', text)
}

const fieldText = (node: Node | null | undefined, field: string, text: string): string | undefined => {
  const found = node?.childForFieldName(field)
  return found ? text.slice(found.startIndex, found.endIndex) : undefined
}

/** Whether a module that a file names is a file of the tree; only files beside it and below the root count. */
export const leadsTo = (from: string, link: string, path: string): boolean => {
  const folder = posix.dirname(from)
  if (!from.endsWith('.py')) return /^\.\.?\//.test(link) && stemOf(posix.join(folder, link)) === stemOf(path)
  const dots = link.length - link.replace(/^\.+/, '').length
  const below = link.slice(dots).replaceAll('.', '/')
  const roots = dots > 0 ? [posix.join(folder, ...Array<string>(dots - 1).fill('..'))] : ['.', 'src', folder]
  return below !== '' && roots.some((root) => `${posix.join(root, below)}.py` === path)
}

const stemOf = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, '')
