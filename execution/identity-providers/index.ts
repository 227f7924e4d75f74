export {
  openIdentityClient,
  type Claims,
  type IdentityClient,
  type ProviderClient,
  type SignInFlow,
} from './identity-client.ts'
export { isSharedIssuer } from './issuers.ts'
export { IdentityProviderRefusal } from './refusal.ts'
