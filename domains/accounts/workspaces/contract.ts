export * from './contract/keys.ts'
export * from './contract/members.ts'
