export { default as keys } from './keys/routes.ts'
export { default as members } from './members/routes.ts'
