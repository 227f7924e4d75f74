import { openVault, parseRootKeys } from '../../platform/crypto/index.ts'

/** Whom mail of the tests is from, and the vault that every process of a test opens it with. */
export const mailFrom = { name: 'Atelier', address: 'mail@example.com' }
export const mailVault = () => openVault(parseRootKeys('test', Buffer.alloc(32, 5).toString('base64')))
