import OpenPage from './open.tsx'
import SignInPage from './sign-in.tsx'

/** The pages of who is not signed in yet, which a browser reads in one piece. */
export const ways = {
  signIn: { Component: SignInPage },
  open: { Component: OpenPage },
}
