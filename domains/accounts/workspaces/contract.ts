export * from './contract/keys.ts'
export * from './contract/members.ts'
export * from './contract/settings.ts'
