import { normalAddress } from '../suppression/index.ts'
import { mixesScripts, withoutUnseen } from './website.ts'

/** The first address in a cell in normal form, and whether the cell has others. */
interface ReadAddress {
  readonly address: string
  readonly hasOthers: boolean
}

/**
 * Reads the cell of an address: one or several, each alone, as a link (`mailto:`) or behind a name (`Ada <ada@example.com>`).
 * Undefined if a part of it is no address.
 */
export const readAddress = (text: string): ReadAddress | undefined => {
  const plain = withoutUnseen(text)
  const parts = /^(?:[^<>]{0,300}<[^<>]{1,330}>){1,50}[\s,;]{0,20}$/.test(plain)
    ? [...plain.matchAll(/<([^<>]+)>/g)].map(([, inside]) => inside!)
    : plain.split(/\s*(?:[,;|]|:::|\s)\s*/).filter((part) => part !== '')
  const addresses = parts.map(addressOf)
  const [address] = addresses
  return address === undefined || addresses.includes(undefined)
    ? undefined
    : { address, hasOthers: new Set(addresses).size > 1 }
}

// Letters of other scripts before the @ look like Latin ones, and few servers take them.
const addressOf = (text: string): string | undefined => {
  const address = normalAddress(
    text
      .trim()
      .replace(/^mailto:/i, '')
      .split('?', 1)[0]!,
  )
  if (address === undefined) return undefined
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const isPlain = /^[\x21-\x7e]+$/.test(address.slice(0, at)) && domain.includes('.') && !mixesScripts(domain)
  return isPlain ? address : undefined
}
