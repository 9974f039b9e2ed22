interface Credentials {
  user: string
  pwd: string
}

/** Stores the key, which cannot be exported: scripts can use it but not read it. */
export interface KeyStore {
  get(): Promise<CryptoKey | undefined>
  put(key: CryptoKey): Promise<void>
  remove(): Promise<void>
}

const storageKey = 'userInfo'
const cipher = 'AES-GCM'
const ivBytes = 12

/** Remembered credentials in local storage: the name in plain text, the password encrypted. Without Web Crypto the password is not kept. */
export function rememberedIn(storage: Storage, keys: KeyStore | undefined, subtle: SubtleCrypto | undefined) {
  async function encrypt(pwd: string): Promise<string> {
    if (!keys || !subtle) return ''
    try {
      let key = await keys.get()
      if (!key) {
        key = await subtle.generateKey({ name: cipher, length: 256 }, false, ['encrypt', 'decrypt'])
        await keys.put(key)
      }
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const encrypted = await subtle.encrypt({ name: cipher, iv }, key, new TextEncoder().encode(pwd))
      return btoa(String.fromCharCode(...iv, ...new Uint8Array(encrypted)))
    } catch {
      // A private window may forbid the database; the name alone is still useful.
      return ''
    }
  }

  async function decrypt(encrypted: string): Promise<string> {
    if (!keys || !subtle || encrypted === '') return ''
    try {
      const key = await keys.get()
      if (!key) return ''
      const bytes = Uint8Array.from(atob(encrypted), (letter) => letter.charCodeAt(0))
      const plain = await subtle.decrypt({ name: cipher, iv: bytes.subarray(0, ivBytes) }, key, bytes.subarray(ivBytes))
      return new TextDecoder().decode(plain)
    } catch {
      // Encrypted with another key, or not by this program: the password has to be typed again.
      return ''
    }
  }

  return {
    async save({ user, pwd }: Credentials): Promise<void> {
      storage.setItem(storageKey, JSON.stringify({ user, pwd: await encrypt(pwd) }))
    },
    async read(): Promise<Credentials | undefined> {
      let stored: Partial<Record<keyof Credentials, unknown>> | null
      try {
        stored = JSON.parse(storage.getItem(storageKey) ?? 'null') as typeof stored
      } catch {
        return undefined
      }
      if (typeof stored?.user !== 'string') return undefined
      return { user: stored.user, pwd: typeof stored.pwd === 'string' ? await decrypt(stored.pwd) : '' }
    },
    async clear(): Promise<void> {
      storage.removeItem(storageKey)
      await keys?.remove().catch(() => {})
    },
  }
}

/** Keeps the key in IndexedDB, in a database of its own. */
export function keysInDatabase(databases: IDBFactory): KeyStore {
  const objectStore = 'keys'
  const name = 'login'

  const open = (): Promise<IDBDatabase> => {
    const opening = databases.open('zhuzhan', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(objectStore)
    return resultOf(opening)
  }
  async function using<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open()
    try {
      return await resultOf(request(database.transaction(objectStore, mode).objectStore(objectStore)))
    } finally {
      database.close()
    }
  }
  return {
    get: () => using('readonly', (store) => store.get(name) as IDBRequest<CryptoKey | undefined>),
    async put(key) {
      await using('readwrite', (store) => store.put(key, name))
    },
    remove: () => using('readwrite', (store) => store.delete(name)),
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database request failed'))
  })
}
