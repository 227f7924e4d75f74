import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerHeaders, cookiesIn, hostCookie, requestHeaders, withoutCookie } from './proxy-headers.ts'

const rules = { accessCookie: 'access', isSecure: true }

describe('a request to a program', () => {
  test('has no hop-by-hop header, and none that the connection names', () => {
    const headers = requestHeaders(
      {
        headers: {
          host: 'shop.preview.example',
          connection: 'keep-alive, x-secret, Host, content-length',
          'keep-alive': 'timeout=5',
          'x-secret': '1',
          te: 'trailers',
          'proxy-authorization': 'Basic x',
          'content-length': '3',
          accept: 'text/html',
        },
      },
      rules,
    )
    expect(headers).toEqual({
      host: 'shop.preview.example',
      'content-length': '3',
      accept: 'text/html',
      'x-forwarded-host': 'shop.preview.example',
      'x-forwarded-proto': 'https',
    })
  })

  test('sends no forwarding headers that the visitor made up', () => {
    const headers = requestHeaders(
      {
        headers: {
          host: 'a.preview.example',
          'x-forwarded-for': '1.1.1.1',
          'x-forwarded-host': 'b',
          'x-forwarded-proto': 'gopher',
          forwarded: 'for=1.1.1.1',
          'x-real-ip': '1.1.1.1',
        },
      },
      rules,
    )
    expect(headers).toEqual({
      host: 'a.preview.example',
      'x-forwarded-host': 'a.preview.example',
      'x-forwarded-proto': 'https',
    })
  })

  test('never has the access cookie, wherever it is among the others', () => {
    const others = fc.array(fc.constantFrom('a=1', 'b=2', 'xaccess=3', 'access2=4', 'flag'))
    fc.assert(
      fc.property(others, others, fc.constantFrom('access=x', ' access = x', 'Access=x'), (before, after, own) => {
        const kept = withoutCookie([...before, own, ...after].join(';'), 'access')
        expect(kept).toBe(before.length + after.length === 0 ? undefined : [...before, ...after].join('; '))
      }),
    )
  })

  test('passes the access cookie only to the server, by its exact name', () => {
    expect(cookiesIn('a=1; access=x=y; access=z', 'access')).toEqual(['x=y', 'z'])
    expect(cookiesIn('xaccess=1', 'access')).toEqual([])
    expect(cookiesIn(undefined, 'access')).toEqual([])
  })
})

describe('the answer of a program', () => {
  const answer = (...headers: string[]) => answerHeaders(headers, { accessCookie: 'access', port: 3000 })

  test('sets cookies only for its own host', () => {
    expect(hostCookie('a=1; Path=/; Domain=preview.example; Secure', 'access')).toBe('a=1; Path=/; Secure')
    expect(hostCookie('a=1; DOMAIN = .example;domain', 'access')).toBe('a=1')
    expect(hostCookie('domain=1; Path=/', 'access')).toBe('domain=1; Path=/')
  })

  test('sets neither the access cookie nor one without a name', () => {
    for (const value of ['access=x', 'Access=x; Path=/', ' access =x', '=access=x', 'access', '; Domain=example'])
      expect(hostCookie(value, 'access'), value).toBeUndefined()
  })

  test('keeps each of several cookies', () => {
    expect(answer('Set-Cookie', 'a=1; Domain=x', 'set-cookie', 'access=1', 'Set-Cookie', 'b=2')).toEqual([
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
    ])
  })

  test('has no header about the connection, another port or the data of other sites', () => {
    expect(
      answer(
        'Connection',
        'close, X-Hop',
        'X-Hop',
        '1',
        'Transfer-Encoding',
        'chunked',
        'Alt-Svc',
        'h3=":9000"',
        'Clear-Site-Data',
        '"cookies"',
        'ETag',
        '"1"',
      ),
    ).toEqual(['ETag', '"1"'])
  })

  test('leads to a path when the program names its own address', () => {
    expect(answer('Location', 'http://127.0.0.1:3000/a?b')).toEqual(['Location', '/a?b'])
    expect(answer('Location', 'http://localhost:3000')).toEqual(['Location', '/'])
    expect(answer('Location', 'http://localhost:3000//evil.example/')).toEqual(['Location', '/evil.example/'])
    expect(answer('Location', 'http://localhost:4310/console')).toEqual(['Location', 'http://localhost:4310/console'])
    expect(answer('Location', '/a')).toEqual(['Location', '/a'])
  })
})
