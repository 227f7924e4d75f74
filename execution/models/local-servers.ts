import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../../platform/private-file/index.ts'

/** Hosts of model servers that the server's operator chose by `atelier models use`. */
export const modelHostsFile = (dataFolder: string): string => join(dataFolder, 'model-hosts.json')

// Only loopback: the file opens the way to a program of this machine, and to no network.
const hostForm = /^127\.0\.0\.1:[1-9]\d{0,4}$/
const hostsMost = 50

/** Whether a host may be in the file: an address of loopback with its port, such as `127.0.0.1:11434`. */
export const isLocalHost = (host: string): boolean => hostForm.test(host)

/** The hosts that a file names; empty if it is missing or malformed. */
export const readModelHosts = (file: string): readonly string[] => {
  try {
    return modelHostsIn(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}

/** The hosts of a stored value; none if it has another shape. */
export const modelHostsIn = (value: unknown): readonly string[] => {
  const { hosts } = (value ?? {}) as { readonly hosts?: unknown }
  if (!Array.isArray(hosts)) return []
  return hosts.filter((host): host is string => typeof host === 'string' && isLocalHost(host)).slice(0, hostsMost)
}

/** Lets a server on this machine, the only one of its database, reach a model server of loopback. */
export const allowModelHost = async (dataFolder: string, host: string): Promise<void> => {
  const file = modelHostsFile(dataFolder)
  const before = readModelHosts(file)
  if (!before.includes(host)) await writePrivateFile(file, { hosts: [...before, host] })
}
