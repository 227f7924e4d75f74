import { atelier } from '../../program/command.ts'
import { keys as contract } from '../../../../domains/accounts/workspaces/contract/keys.ts'
import type { Client, Reply } from '../../client/client.ts'
import { conflict } from '../../failure.ts'
import { chooseId, isId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Key = Reply<typeof contract.listApiKeys>[number]

/** `atelier keys`: prints the API keys that the caller may see. */
export const listKeys = async ({ client, output }: Session) => {
  const keys = await Array.fromAsync((await client()).every(contract.listApiKeys))
  const lines = keys.map((key) => keyText(key, output))
  output.show(keys, lines)
}

const keyText = ({ id, hint, name, scopes, owner, lastUsedAt, expiresAt }: Key, output: Session['output']) => {
  const uses = lastUsedAt ? `last used ${output.ago(lastUsedAt)}` : 'never used'
  const facts = [
    scopes.join(', '),
    printable(owner.email),
    uses,
    ...(expiresAt ? [`ends ${expiresAt.slice(0, 16)}`] : []),
  ]
  return `${id}  ${hint}  ${printable(name)} · ${facts.join(' · ')}`
}

/** `atelier keys revoke`: revokes a key. */
export const revokeKey = async ({ client, output }: Session, named: string) => {
  const at = await client()
  const id = await findKeyId(at, named)
  const { message } = await at.call(contract.revokeApiKey, { params: { id } })
  output.show({ id, message }, printable(message))
}

/** Returns the id of a key by its hint, the visible part of the key, or by the beginning or end of its id. */
const findKeyId = async (client: Client, named: string): Promise<string> => {
  if (isId(named)) return named
  const keys = await Array.fromAsync(client.every(contract.listApiKeys))
  const found = keys.filter(({ hint }) => hint.replace('…', '') === named.replace('…', ''))
  if (found.length > 1)
    throw conflict(
      'many_keys',
      `${found.length} keys begin with ${printable(named)}. Name one by its id: ${atelier} keys`,
    )
  return (
    found[0]?.id ??
    chooseId(named, keys, {
      one: 'key',
      list: `${atelier} keys`,
      describe: ({ hint, name }) => `${hint} ${name}`,
    })
  )
}
