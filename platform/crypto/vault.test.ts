import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRootKeys } from './root-keys.ts'
import { SealBroken } from './seal.ts'
import { openVault, RootKeyMissing, VaultUnavailable } from './vault.ts'

const hexKey = (digit: string) => digit.repeat(64)
const vaultOf = (...digits: string[]) => openVault(parseRootKeys('keys', digits.map(hexKey).join(',')))
const place = { workspaceId: 'w1', projectId: 'p1', version: 1 }
const secret = Buffer.from('postgres://someone:hush@db/x')

test('a value sealed under a stored key opens unchanged', () => {
  const vault = vaultOf('a')
  const { stored, dataKey } = vault.createDataKey(place)
  const sealed = dataKey.seal('env', 'DATABASE_URL', secret)
  expect(vault.openDataKey(place, stored).unseal('env', 'DATABASE_URL', sealed)).toEqual(secret)
  expect(stored.rootKeyId).toBe(vault.currentRootKeyId)
  expect(sealed.includes('hush')).toBe(false)
})

test('a value opens only for its own workspace, project, version, source and key', () => {
  const name = fc.string({ maxLength: 3 })
  const parts = fc.tuple(name, name, name, name, fc.integer({ min: 1, max: 3 }))
  const vault = vaultOf('a')
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const [[workspaceId, projectId, source, key, version], theirs] = [one, other]
      const { stored, dataKey } = vault.createDataKey({ workspaceId, projectId, version })
      const sealed = dataKey.seal(source, key, secret)
      const open = () =>
        vault
          .openDataKey({ workspaceId: theirs[0], projectId: theirs[1], version: theirs[4] }, stored)
          .unseal(theirs[2], theirs[3], sealed)
      if (JSON.stringify(one) === JSON.stringify(other)) expect(open()).toEqual(secret)
      else expect(open).toThrow(SealBroken)
    }),
  )
})

test('after a rotation the old root key still opens, new keys use the new one, and a rewrapped key does not need the old one', () => {
  const { stored, dataKey } = vaultOf('a').createDataKey(place)
  const sealed = dataKey.seal('env', 'TOKEN', secret)
  const rotating = vaultOf('b', 'a')
  expect(rotating.openDataKey(place, stored).unseal('env', 'TOKEN', sealed)).toEqual(secret)
  expect(rotating.createDataKey(place).stored.rootKeyId).toBe(vaultOf('b').currentRootKeyId)
  const rewrapped = rotating.rewrap(place, stored)!
  expect(rotating.rewrap(place, rewrapped)).toBeUndefined()
  expect(vaultOf('b').openDataKey(place, rewrapped).unseal('env', 'TOKEN', sealed)).toEqual(secret)
  expect(() => vaultOf('b').openDataKey(place, stored)).toThrow(RootKeyMissing)
})

test('a wrapped key labelled with another root key does not open', () => {
  const { stored } = vaultOf('a').createDataKey(place)
  const claimed = { ...stored, rootKeyId: vaultOf('b').currentRootKeyId! }
  expect(() => vaultOf('b', 'a').openDataKey(place, claimed)).toThrow(SealBroken)
})

test('without a root key every call reports that the vault is unavailable', () => {
  const { stored } = vaultOf('a').createDataKey(place)
  const vault = openVault(undefined)
  expect(vault).toMatchObject({ available: false, currentRootKeyId: undefined })
  expect(() => vault.createDataKey(place)).toThrow(VaultUnavailable)
  expect(() => vault.openDataKey(place, stored)).toThrow(VaultUnavailable)
  expect(() => vault.rewrap(place, stored)).toThrow(VaultUnavailable)
})

test('keys and values are hidden when they are printed', () => {
  const rootKeys = parseRootKeys('keys', hexKey('a'))
  const { dataKey } = openVault(rootKeys).createDataKey(place)
  const printed = inspect([rootKeys, dataKey], { depth: 10, showHidden: true }) + JSON.stringify([rootKeys, dataKey])
  expect(printed).not.toContain('aaaa')
  expect(printed).not.toContain('170, 170')
})
