import { commonErrors } from '../contract/errors.ts'

/** The sentence of a 404, chosen only by the operation's path: equal for a missing resource and for a hidden one. */
export const absenceOf = (path: string): string => {
  const parts = path.split('/')
  const at = parts.findLastIndex((part) => part === '{id}' || /^\{[a-zA-Z]+Id\}$/.test(part))
  if (at === -1) return commonErrors.absent.message
  const kind = kindOf(parts[at]!.slice(1, -1), parts[at - 1]!)
  const isLast = at === parts.length - 1
  return `There is no such ${kind} in this workspace${isLast ? '' : ', or it has no such resource'}.`
}

/** `environment` for `{environmentId}`, `client account` for `client-accounts/{id}`. */
const kindOf = (name: string, before: string): string => {
  if (name !== 'id')
    return name
      .slice(0, -'Id'.length)
      .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/^repo$/, 'repository')
  return before
    .replaceAll('-', ' ')
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/(?<!s)s$/, '')
}
