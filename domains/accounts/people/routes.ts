export { default as me } from './me/routes.ts'
export { default as ownData } from './own-data/routes.ts'
export { default as signIn } from './sign-in/routes.ts'
