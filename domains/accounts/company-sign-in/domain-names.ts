import { domainToASCII } from 'node:url'

const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** A domain in its form for DNS; undefined for an invalid domain. */
export const domainFrom = (text: string): string | undefined => {
  const said = text.trim().toLowerCase().replace(/\.$/, '')
  const name = said.length <= 253 && /^[\p{L}\p{M}\p{N}.-]+$/u.test(said) ? domainToASCII(said) : ''
  return name.length <= 253 && domainForm.test(name) ? name : undefined
}

/** The domain of a mail address, in its form for DNS; empty for a text that is no address. */
export const domainOfAddress = (email: string): string => domainFrom(email.slice(email.lastIndexOf('@') + 1)) ?? ''
