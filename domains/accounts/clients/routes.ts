export { default as accounts } from './accounts/routes.ts'
export { default as portals } from './portals/routes.ts'
