export interface Credentials {
  user: string
  pwd: string
}

/** Where the key lives. It can be used there and never be read, not even by us. */
export interface KeyPlace {
  get(): Promise<CryptoKey | undefined>
  put(key: CryptoKey): Promise<void>
  drop(): Promise<void>
}

const storedAs = 'userInfo'
const cipher = 'AES-GCM'
const ivBytes = 12

/** Remembered credentials in local storage: the name in words, the password encrypted. Without Web Crypto the password is not kept. */
export function rememberedIn(storage: Storage, keys: KeyPlace | undefined, subtle: SubtleCrypto | undefined) {
  async function seal(pwd: string): Promise<string> {
    if (!keys || !subtle) return ''
    try {
      let key = await keys.get()
      if (!key) {
        key = await subtle.generateKey({ name: cipher, length: 256 }, false, ['encrypt', 'decrypt'])
        await keys.put(key)
      }
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const sealed = await subtle.encrypt({ name: cipher, iv }, key, new TextEncoder().encode(pwd))
      return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)))
    } catch {
      // A private window may forbid the database; the name alone is still a help.
      return ''
    }
  }

  async function open(sealed: string): Promise<string> {
    if (!keys || !subtle || sealed === '') return ''
    try {
      const key = await keys.get()
      if (!key) return ''
      const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0))
      const plain = await subtle.decrypt({ name: cipher, iv: bytes.subarray(0, ivBytes) }, key, bytes.subarray(ivBytes))
      return new TextDecoder().decode(plain)
    } catch {
      // Another key's, or another program's: it opens nothing and is asked for again.
      return ''
    }
  }

  return {
    async save({ user, pwd }: Credentials): Promise<void> {
      storage.setItem(storedAs, JSON.stringify({ user, pwd: await seal(pwd) }))
    },
    async read(): Promise<Credentials | undefined> {
      let stored: Partial<Record<keyof Credentials, unknown>> | null
      try {
        stored = JSON.parse(storage.getItem(storedAs) ?? 'null') as typeof stored
      } catch {
        return undefined
      }
      if (typeof stored?.user !== 'string') return undefined
      return { user: stored.user, pwd: typeof stored.pwd === 'string' ? await open(stored.pwd) : '' }
    },
    async forget(): Promise<void> {
      storage.removeItem(storedAs)
      await keys?.drop().catch(() => {})
    },
  }
}

/** The key place of a browser: one key in a small database of its own. */
export function keysInDatabase(databases: IDBFactory): KeyPlace {
  const shelf = 'keys'
  const name = 'login'

  const open = (): Promise<IDBDatabase> => {
    const opening = databases.open('zhuzhan', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(shelf)
    return done(opening)
  }
  async function using<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open()
    try {
      return await done(act(database.transaction(shelf, mode).objectStore(shelf)))
    } finally {
      database.close()
    }
  }
  return {
    get: () => using('readonly', (store) => store.get(name) as IDBRequest<CryptoKey | undefined>),
    put: async (key) => void (await using('readwrite', (store) => store.put(key, name))),
    drop: () => using('readwrite', (store) => store.delete(name)),
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database refused'))
  })
}
