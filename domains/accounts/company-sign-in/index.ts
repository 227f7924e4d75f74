export { openFlowCookies, type FlowCookies } from './flow-cookie.ts'
