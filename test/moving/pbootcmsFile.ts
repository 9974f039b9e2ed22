import type { SqliteFile } from '../../moving/sqliteTables.ts'

type Database = SqliteFile & { close(): void }
interface Sqlite {
  DatabaseSync: new (path: string) => Database
}
const sqlite: Sqlite | undefined = await import('node:sqlite' as string).catch(() => undefined)

export const hasSqlite = sqlite !== undefined
export const withSqlite = { skip: hasSqlite ? false : 'this Node.js has no SQLite' }

/** A database in memory, or in a file, as this SQL makes it. */
export function newDatabase(sql: string, path = ':memory:'): Database {
  if (!sqlite) throw new Error('this Node.js has no SQLite')
  const file = new sqlite.DatabaseSync(path)
  file.exec(sql)
  return file
}

/** The tables of PbootCMS, as far as they matter, with a record in each sort of column. */
export const pbootcmsTables = `
CREATE TABLE "ay_content" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "acode" TEXT(20), "scode" TEXT(20), "title" TEXT(100),
  "filename" TEXT(50) DEFAULT '', "outlink" TEXT(100) DEFAULT '', "date" TEXT, "ico" TEXT(100) DEFAULT '', "pics" TEXT(1000) DEFAULT '',
  "content" TEXT, "enclosure" TEXT(100) DEFAULT '', "description" TEXT(500) DEFAULT '', "status" TEXT(1), "istop" TEXT(1) DEFAULT '0');
CREATE TABLE "ay_content_sort" ("id" INTEGER PRIMARY KEY, "acode" TEXT(20), "mcode" TEXT(20), "pcode" TEXT(20), "scode" TEXT(20),
  "name" TEXT(100), "filename" TEXT(30), "status" TEXT(1), "outlink" TEXT(100) DEFAULT '');
CREATE TABLE "ay_content_ext" ("extid" INTEGER PRIMARY KEY, "contentid" INTEGER, "ext_price" TEXT, "ext_photos" TEXT, "ext_more" TEXT);
CREATE TABLE "ay_model" ("id" INTEGER PRIMARY KEY, "mcode" TEXT, "name" TEXT, "type" TEXT, "urlname" TEXT);
CREATE TABLE "ay_extfield" ("id" INTEGER PRIMARY KEY, "mcode" TEXT, "name" TEXT, "description" TEXT);
CREATE TABLE "ay_user" ("id" INTEGER PRIMARY KEY, "username" TEXT, "password" TEXT);
INSERT INTO ay_user (username, password) VALUES ('admin', 'secret-of-the-old-site');
INSERT INTO ay_model (mcode, name, type, urlname) VALUES ('1','专题','1','about'), ('2','新闻','2','list'), ('3','产品','2','list'),
  ('4','案例','2','list'), ('5','招聘','2','list'), ('6','自定义','2','list');
INSERT INTO ay_extfield (mcode, name, description) VALUES ('3','ext_price','产品价格');
INSERT INTO ay_content_sort (acode, mcode, pcode, scode, name, filename, status) VALUES ('cn','1','0','1','公司简介','','1'),
  ('cn','2','0','2','公司动态','','1'), ('cn','3','0','3','水泵','pump','1'), ('cn','4','0','4','案例','','1'),
  ('cn','5','0','5','招聘','','1'), ('cn','6','0','6','工程业绩','','1');
INSERT INTO ay_content (id, acode, scode, title, date, content, status) VALUES (1,'cn','1','公司简介','2020-01-01 00:00:00','<p>简介</p>','1'),
  (20,'cn','4','某小区','2020-01-01 00:00:00','<p>x</p>','1'), (21,'cn','5','钳工','2020-01-01 00:00:00','<p>x</p>','1'),
  (22,'cn','6','某桥','2020-01-01 00:00:00','<p>x</p>','1');
INSERT INTO ay_content (id, acode, scode, title, filename, outlink, date, content, enclosure, status) VALUES
  (5,'cn','2','开工','kaigong','https://x.example.com','2020-05-06 07:08:09','','/static/upload/a.pdf','0');
INSERT INTO ay_content (id, acode, scode, title, date, ico, content, status, istop) VALUES
  (12,'cn','3','水泵 &quot;A&quot;','2020-01-01 00:00:00','/static/upload/a.jpg','&lt;p&gt;扬程&lt;/p&gt;','1','1');
`
