import { expect, test } from 'vitest'
import { signInFor, webConsole } from './web-console.ts'

test.each([
  ['/console', undefined, '/console/sign-in'],
  ['/console/', 'theme=dark', '/console/sign-in'],
  ['/console/?open=7', '', '/console/sign-in?to=%2F%3Fopen%3D7'],
  ['/console?open=7', '', '/console/sign-in?to=%2F%3Fopen%3D7'],
  ['/console/projects/1?a=b', undefined, '/console/sign-in?to=%2Fprojects%2F1%3Fa%3Db'],
  ['/console/projects', 'a=b; atelier.session_token=x', undefined],
  ['/console/projects', '__Secure-atelier.session_token=x', undefined],
  ['/console/gone', undefined, undefined],
  ['/console/desktop?x', undefined, undefined],
])('a visitor of %s with the cookies %j is led to %s', (url, cookies, to) => {
  expect(signInFor(url, cookies)).toBe(to)
})

test('the ways in have the page of the portal', () => {
  expect([...webConsole.parts!.portal!]).toEqual(
    expect.arrayContaining(['/portal', '/sign-in', '/company', '/join', '/join-portal', '/start']),
  )
})
