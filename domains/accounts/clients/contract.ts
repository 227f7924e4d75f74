export * from './contract/accounts.ts'
export * from './contract/portals.ts'
