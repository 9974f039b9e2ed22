/**
 * Pinyin of Chinese characters. Node's collation sorts them by it, so the first character of each syllable is enough: what stands between
 * two of these is read as the first of them. The list is the best fit to the readings of GB 2312 in Unicode's Unihan database (kMandarin), of
 * whose 6763 characters it reads 56 rare ones otherwise. Syllables are in the order of the collation, which sorts ü as u.
 */
const boundaries = `
a吖ai哎an安ang肮ao凹ba八bai掰ban扳bang邦bao勹bei卑ben奔beng崩bi逼bian边biao灬bie憋bin玢bing冫bo拨bu逋ca嚓cai猜can参cang仓cao操ce册cen岑ceng噌cha叉chai拆chan觇chang伥
chao抄che车chen抻cheng柽chi吃chong充chou抽chu出chuai揣chuan巛chuang疮chui吹chun春chuo踔ci呲cong匆cou凑cu粗cuan汆cui崔cun村cuo搓da哒dai呆dan丹dang当dao刀de得deng灯
di氐dian掂diao刁die爹ding丁diu丢dong东dou都du嘟duan端dui堆dun吨duo多e婀ei诶en恩er儿fa发fan帆fang匚fei飞fen分feng丰fou缶fu夫ga旮gai该gan甘gang冈gao皋ge戈gei给gen根geng庚
gong工gou勾gu估gua瓜guai乖guan关guang光gui归gun丨guo呙ha哈hai咳han顸hang夯hao蒿he诃hei黑hen痕heng亨hong轰hou侯hu乎hua花huai怀huan欢huang肓hui灰hun昏huo耠ji丌jia加
jian戋jiang江jiao艽jie阶jin巾jing京jiong冂jiu纠ju居juan娟jue噘jun军ka咔kai开kan刊kang康kao尻ke苛ken肯keng吭kong空kou抠ku刳kua夸kuai蒯kuan宽kuang匡kui亏kun坤kuo扩la垃
lai来lan兰lang啷lao捞le仂lei勒leng塄li哩lia俩lian奁liang良liao撩lie咧lin拎ling伶liu溜long龙lou娄lu噜lv驴luan娈lve掠lun抡luo罗ma妈mai埋man颟mang邙mao猫me么mei没men门
meng虻mi咪mian宀miao喵mie乜min民ming名miu谬mo摸mou哞mu毪na拿nai乃nan囡nang囔nao孬ne疒nei馁nen恁neng能ni妮nian拈niang娘niao鸟nie捏nin您ning宁niu妞nong农nou耨nu奴nv女
nuan暖nve疟nuo挪o喔ou讴pa趴pai拍pan潘pang乓pao抛pei呸pen喷peng怦pi丕pian偏piao剽pie氕pin姘ping乒po钋pou剖pu仆qi七qia掐qian千qiang呛qiao悄qie且qin亲qing青qiong邛qiu丘
qu区quan悛que缺qun逡ran蚺rang禳rao娆re惹ren人reng扔ri日rong戎rou柔ru如ruan阮rui蕤run闰ruo若sa仨sai塞san三sang桑sao搔se色sen森seng僧sha杀shai筛shan山shang伤shao捎she奢
shei谁shen申sheng升shi尸shou收shu书shua刷shuai衰shuan闩shuang双shui水shun吮shuo说si厶song忪sou嗖su苏suan狻sui虽sun孙suo唆ta他tai胎tan坍tang汤tao涛te忑teng疼ti剔
tian天tiao佻tie帖ting厅tong通tou偷tu凸tuan湍tui推tun吞tuo乇wa挖wai歪wan弯wang汪wei危wen温weng翁wo挝wu乌xi夕xia虾xian仙xiang乡xiao枭xie些xin心xing星xiong凶xiu休xu吁
xuan轩xue削xun勋ya丫yan恹yang央yao幺ye掖yi一yin因ying应yo哟yong佣you优yu纡yuan鸢yue曰yun晕za匝zai灾zan糌zang赃zao遭ze则zei贼zen怎zeng增zha扎zhai斋zhan沾zhang张zhao钊
zhe蜇zhen贞zheng争zhi之zhong中zhou州zhu朱zhua抓zhuai拽zhuan专zhuang妆zhui隹zhun肫zhuo拙zi孜zong宗zou邹zu租zuan钻zui嘴zun尊zuo昨`
/** The collation has one reading for each character, and not always the usual one. */
const usualReadings = '地di觉jue似si著zhu长chang'
/** What is often read otherwise as well. */
const otherReadings = '长zhang重chong调tiao行hang厦xia模mu薄bo血xie校jiao乐yue还huan朝zhao弹tan都du会kuai盛cheng谁shui'

const pairsIn = (list: string, pair: RegExp): [string, string][] =>
  Array.from(list.matchAll(pair), ([, one = '', other = '']) => [one, other])
const syllables = pairsIn(boundaries, /([a-z]+)(\p{Script=Han})/gu)
const others = new Map(pairsIn(otherReadings, /(\p{Script=Han})([a-z]+)/gu))
let collator: Intl.Collator | undefined

const capital = (syllable: string): string => syllable.charAt(0).toUpperCase() + syllable.slice(1)
const cache = new Map(
  pairsIn(usualReadings, /(\p{Script=Han})([a-z]+)/gu).map(([character, syllable]) => [character, capital(syllable)]),
)

/** A letter or digit is a syllable of its own; anything that is no character either has none. */
function syllableOf(character: string): string {
  if (/[a-z\d]/.test(character)) return character
  if (!/\p{Script=Han}/u.test(character)) return ''
  collator ??= new Intl.Collator('zh-Hans-CN-u-co-pinyin')
  let low = 0
  let high = syllables.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (collator.compare(syllables[middle]?.[1] ?? '', character) > 0) high = middle
    else low = middle
  }
  return syllables[low]?.[0] ?? ''
}

function readingOf(character: string): string {
  let reading = cache.get(character)
  if (reading === undefined) cache.set(character, (reading = capital(syllableOf(character))))
  return reading
}

/** The pinyin of a normalized text, each syllable with a capital, as in TaJiAnQuan; after it that with other readings, if it has any. */
export function pinyinOf(text: string): string {
  const characters = [...text]
  const usual = characters.map(readingOf).join('')
  if (!characters.some((character) => others.has(character))) return usual
  const other = characters.map((character) => capital(others.get(character) ?? '') || readingOf(character))
  return `${usual} ${other.join('')}`
}

/** Where a syllable repeats, each letter that may skip to the next one doubles the ways; who types more writes whole syllables. */
const maxSkips = 10

/** Finds typed letters in the pinyin of a text: whole syllables, their initials, or some of each: taji, tj, taj. */
export const typedPinyin = (letters: string): RegExp =>
  new RegExp(
    [...letters.toUpperCase()]
      .map((letter, index) => {
        if (index === 0) return letter
        const next = letter.toLowerCase()
        return index < maxSkips ? `(?:${next}|[a-z]*${letter})` : `[${next}${letter}]`
      })
      .join(''),
  )

/** Finds what sounds like a word, in the pinyin of a text. */
export const soundOf = (word: string): RegExp => new RegExp(`(?:${pinyinOf(word).replace(' ', '|')})(?![a-z])`)
