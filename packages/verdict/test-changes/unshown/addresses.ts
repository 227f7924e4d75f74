import { findingAt, shownMost, type Change, type FileChange, type Finding, type Side } from '../change.ts'
import { hitsIn } from '../hits.ts'
import { isProgram } from '../languages.ts'
import { syntaxLanguageOf } from '../syntax/read.ts'
import { isEvidence } from '../test-paths.ts'

/** An address with a scheme, up to its end in a program or a document. */
export const addressPattern = /\b(?:https?|wss?|ftps?|sftp|ssh|git|file):\/\/[^\s"'`<>()[\]{}\\|^]{1,300}/gi

// Names of formats and of examples, and this machine.
const harmless =
  /^(?:localhost|127[.][\d.]+|0[.]0[.]0[.]0|\[::1\]|(?:[\w-]+[.])*example[.](?:com|org|net)|(?:[\w-]+[.])*(?:test|invalid|local|example|localhost)|(?:www[.])?w3[.]org|json-schema[.]org|schemas?[.][\w.-]+|xmlns[.][\w.-]+|purl[.]org|[$%].*)$/i

/** Addresses of other machines that a program has now and had not, and that the request does not name. */
export const addedAddresses = ({ files, request }: Change): Finding[] => {
  const known = new Set(files.flatMap((file) => hostsIn(file, file.before).map(({ host }) => host)))
  return files.flatMap((file) => {
    const added = hostsIn(file, file.after).filter(({ host }) => !known.has(host) && !request.includes(host))
    const each = [...new Map(added.map((one) => [one.host, one])).values()].slice(0, shownMost)
    return each.map(({ line, found }) => {
      const does = `names an address that the request does not name: “${found.slice(0, 120)}”.`
      return findingAt(file.path, line, 'address_added', does)
    })
  })
}

const hostsIn = ({ path }: FileChange, side: Side | undefined) => {
  if (!side || isEvidence(path)) return []
  if (!isProgram(path) && syntaxLanguageOf(path, side.views.raw) !== 'shell') return []
  return hitsIn(side.views.text, addressPattern)
    .filter(({ found }) => !isHarmlessAddress(found))
    .map((hit) => ({ ...hit, host: hostOf(hit.found) }))
}

/** True if an address belongs to this machine, a format or an example. */
export const isHarmlessAddress = (address: string): boolean => {
  const host = hostOf(address)
  return host === '' || harmless.test(host)
}

const hostOf = (address: string) => /:\/\/(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1]?.toLowerCase() ?? ''
