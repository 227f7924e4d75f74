import { join } from 'node:path'
import { makeHostKey, readHostKey } from '../../execution/terminal/index.ts'
import { StartRefusal, type Configuration } from '../../platform/configuration/index.ts'
import { openInstanceKey } from '../../platform/instance-keys/index.ts'
import type { Parts } from './parts.ts'

/** Begins to serve SSH where it is on. Throws StartRefusal if its address is in use. */
export const listenForSsh = async (
  { terminal, storage }: Configuration,
  { terminals, sandboxes, database, keyVault, log }: SshParts,
): Promise<void> => {
  if (!terminal.isOn) return
  // Without isolation a shell would be one of the server's own user.
  if (!sandboxes.isolates) {
    log.warn({ driver: sandboxes.name }, 'SSH is off because the sandbox driver does not isolate')
    return
  }
  const { host, port, publicHost } = terminal
  const hostKey = await openInstanceKey(
    { database, vault: keyVault, log },
    {
      name: 'ssh-host',
      file: join(storage.dataFolder, 'ssh-host.key'),
      purpose: 'the key of the SSH server',
      make: () => makeHostKey().privateKey,
      read: readHostKey,
    },
  )
  await terminals.listen({ hostKey, host, port, publicHost }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(
      `SSH cannot listen on ${host}:${port} (${error.code}). Set ATELIER_SSH_HOST and ATELIER_SSH_PORT to an address ` +
        `that is free, or ATELIER_SSH=off.`,
    )
  })
}

type SshParts = Pick<Parts, 'terminals' | 'sandboxes' | 'database' | 'keyVault' | 'log'>
