import { keys } from '../../../../domains/accounts/workspaces/contract/keys.ts'
import { findCredentials } from '../../client/credentials.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

/** `atelier whoami`: prints the server, and the owner of the key, with its rights. */
export const whoami = async ({ client, environment, output }: Session): Promise<void> => {
  const { url, apiKey } = await findCredentials(environment)
  const at = await client()
  for await (const { hint, name, owner, scopes, expiresAt } of at.every(keys.listApiKeys)) {
    if (!apiKey.startsWith(hint.replace('…', ''))) continue
    output.show({ url, hint, name, email: owner.email, scopes, expiresAt }, `${printable(owner.email)} at ${url}`)
    const ends = expiresAt ? `, until ${expiresAt.slice(0, 16)}` : ''
    output.print(`Key ${hint} “${printable(name)}” (${scopes.join(', ')}${ends})`)
    return
  }
  output.show({ url }, `Logged in at ${url}. The key may not list keys, so whose it is cannot be told.`)
}
