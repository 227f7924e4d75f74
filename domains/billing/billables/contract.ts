export * from './contract/identities.ts'
export * from './contract/billables.ts'
