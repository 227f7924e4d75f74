export * from './contract/letters.ts'
export * from './contract/me.ts'
export * from './contract/own-data.ts'
export * from './contract/sign-in.ts'
