/** The 1,000 most used passwords that have six characters or more, worldwide and in China; in lower case, separated by white space. */
export const commonPasswords = `
123456 password 123456789 12345678 1234567 1234567890 qwerty 111111 123123 000000 abc123 password1 1q2w3e4r qwerty123 iloveyou 654321 666666 888888
987654321 123321 7777777 555555 112233 121212 admin123 qwertyuiop 1q2w3e4r5t 123qwe a123456 123456a 5201314 woaini 11111111 88888888 00000000 1qaz2wsx
zxcvbnm asdfgh asdfghjkl letmein monkey dragon sunshine princess football baseball welcome shadow master superman michael jordan jordan23 trustno1
hello123 charlie batman 696969 mustang access starwars passw0rd p@ssw0rd password123 password12 password! password1! pass1234 pass123 passpass qazwsx
qazwsxedc 1qazxsw2 zaq12wsx zaq1zaq1 qweasd qweasdzxc qwe123 asd123 zxc123 asdf1234 asdfasdf asdasd asdasd123 qweqwe qweqwe123 zxcvbn zxcv1234
qwer1234 qwerty1 qwerty12 qwerty1234 qwerty12345 qwerty123456 1234qwer 12345qwert 123456qwerty 1qaz1qaz 1qaz2wsx3edc 1q2w3e 1q2w3e4r5t6y q1w2e3r4
q1w2e3r4t5 q1w2e3 qaz123 qazxsw 123qweasd 123qweasdzxc 123qaz 123asd 123abc abc1234 abc12345 abc123456 abcd1234 abcd123 abcdef abcdefg abcdefgh
abcdefg123 a12345 a1234567 a12345678 a123456789 a1234567890 a123123 a111111 a000000 aa123456 aaa123 aaa111 aaaaaa aaaaaaa aaaaaaaa aaa123456 as123456
asd123456 qwe123456 zxc123456 qq123456 123456q 123456z 123456aa 123456abc 123456qq 123456789a 12345678a 1234567a 12345a 123456789q 123456789z 123456..
123456... 123456! 123456789. 123456@ a123456. a123456! a123456@ zz123456 woaini1314 woaini520 woaini521 woaini123 woaini1314520 woaiwojia woaini1
woaini5201314 5201314a a5201314 520520 5211314 1314520 1314521 521521 520131 5201314520 5201314. 7758521 7758258 147258369 147258 147852 147852369
159357 159753 258369 258456 963852741 963852 741852963 741852 789456 789456123 456789 456123 123654 123654789 987654 98765432 112233445566 11223344
1122334455 123123123 123321123 123123a a123321 121212a 131313 141414 151515 161616 171717 181818 191919 101010 202020 212121 232323 242424 797979
808080 818181 828282 838383 848484 858585 868686 878787 898989 909090 919191 929292 939393 949494 959595 969696 979797 989898 999999 222222 333333
444444 1111111 111111111 1111111111 2222222 22222222 222222222 3333333 33333333 44444444 5555555 55555555 6666666 66666666 666666666 77777777
777777777 8888888 888888888 8888888888 9999999 99999999 999999999 0000000 000000000 0000000000 012345 0123456 01234567 012345678 0123456789 098765
0987654321 1029384756 102030 10203040 010101 010203 111222 111222333 112112 113113 114114 110110 119119 120120 123000 123111 123222 123333 123444
123555 123666 123777 123888 123999 123456123 123456654321 123456123456 1234561 1234560 12345600 123457 1234568 12345679 1234567891 12345678910
123456789123 1234567899 123456780 1234567898 12345654321 1234554321 123454321 1234321 12344321 12341234 123412 123581321 135790 135792468 1357924680
246810 24681012 135246 147147 147896325 14789632 1478963 159159 159951 168168 16888888 168888 1688168 518518 518888 888999 999888 666888 888666 666999
999666 666777 777888 555666 111333 111555 111666 111888 111999 222333 333666 333444 444555 222888 333888 qwaszx qwaszx12 qawsed qawsedrf qweasd123
qweasdzxc123 qweewq qwertz qwertyu qwertyui qwertyuio qwertyuiop123 qwertyuiop1 qwertyui123 qwert123 qwert12345 qwertasdfg qwerasdf qwerasdfzxcv
qwerqwer poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcx mnbvcxz ytrewq 0okm9ijn 2wsx3edc 3edc4rfv 1qasw2 1qaz2wsx3edc4rfv 1qaz@wsx !qaz2wsx 1qaz!qaz
!qaz@wsx qaz2wsx wsxedc edcrfv rfvtgb q123456 q1234567 q12345678 q123456789 w123456 w123456789 z123456 z123456789 z12345678 s123456 s123456789 l123456
l123456789 x123456 x123456789 y123456 y123456789 h123456 j123456 c123456 m123456 d123456 f123456 g123456 k123456 b123456 t123456 p123456 n123456
r123456 e123456 o123456 v123456 i123456 u123456 zx123456 ss123456 ll123456 xx123456 yy123456 wang123456 wang123 li123456 zhang123 zhang123456
liu123456 chen123 chen123456 yang123 yang123456 lin123456 wu123456 zhao123 zhou123 huang123 sun123456 xu123456 ma123456 zhu123456 he123456 baobao
baobei beibei binbin bingbing chaochao congcong hahaha hahaha123 hehehe heihei lalala lalala123 nihao123 nihaoma nihaonihao wocaonima caonima
caonima123 woshishui aini1314 aini520 aiwojia aiqing woaizhongguo zhongguo zhongguo1 zhonghua china123 beijing beijing2008 shanghai guangzhou shenzhen
taiwan hongkong qingdao nanjing tianjin chongqing woshini woshiwo wobuzhidao woyaofacai facai888 gongxifacai jiayou123 kuaile xingfu xingfu123 pengyou
laopo520 laogong520 laogong mylove1314 iloveyou1314 iloveyou520 loveyou1314 love1314 love520 love5201314 love123 love1234 iloveyou1 iloveyou2
iloveyou! iloveyou123 iloveu iloveme ilovegod ilovehim lovelove lovely loveme lover1 loveyou mylove mylove123 truelove admin1 admin12 admin1234
admin12345 admin123456 admin123! admin@123 admin888 admin666 admin111 admin001 admin2020 admin2021 admin2022 admin2023 admin2024 adminadmin
administrator administrator1 admin123. root123 root1234 root123456 rootroot toor123 test123 test1234 test12345 test123456 testtest testing testing123
tester guest123 guest1 user123 user1234 user123456 demo123 demo1234 system system123 manager manager123 oracle oracle123 mysql123 server server123
changeme changeme123 default default123 secret secret123 letmein1 letmein123 welcome1 welcome123 welcome@123 welcome12 pass@123 pass@1234 passw0rd1
passw0rd123 passw0rd! p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@55w0rd pa55word pa55w0rd passwd passwd123 password2 password3 password11 password1234
password12345 password123456 password123! password@123 password01 password. mypassword mypass123 nopassword thepassword yourpassword passord passwort
motdepasse contrasena senha123 parola mima123 mima123456 mima1234 huawei huawei123 huawei@123 lenovo lenovo123 xiaomi xiaomi123 tencent alibaba
taobao123 alipay weixin123 weixin wechat123 qqqqqq qqqqqq1 qq1234 qq12345 qq123123 qq5201314 qq1314520 internet1 computer computer1 network security
login123 master123 master1 hacker hacker123 killer killer123 qwerty7 matrix matrix1 phoenix cheese cookie pepper ginger summer summer1 summer123
winter winter1 spring autumn flower flowers butterfly rainbow sunshine1 purple orange silver golden diamond monkey1 monkey123 dragon1 dragon123 tigger
tiger1 tiger123 tigers panther eagles eagle1 falcon dolphin dolphins spider spiderman kitten puppy1 buster pepper1 bailey maggie shadow1 shadow123
hunter hunter1 hunter2 ranger rangers yankees cowboy cowboys lakers steelers packers redsox chelsea chelsea1 arsenal arsenal1 liverpool liverpool1
barcelona barcelona1 realmadrid juventus manchester football1 football123 baseball1 basketball soccer soccer1 hockey tennis golfer kobe24 kobe824
jordan1 michael1 jennifer jessica ashley amanda daniel daniel1 andrew andrew1 joshua matthew robert thomas george richard william charles charlie1
anthony jonathan nicole nicole1 michelle melissa heather samantha elizabeth stephanie patricia alexander alexandra alexis victoria vanessa rachel
rebecca hannah andrea angela martin martina sophie sophia olivia isabella natalie natasha marina monica jasmine jasmine1 justin justin1 brandon tyler1
jackson johnny johnson smith1 maxwell maverick harley harley1 ferrari porsche mercedes corvette camaro mustang1 yamaha suzuki honda1 toyota nissan
subaru bmw123 racing nascar superman1 batman1 batman123 spiderman1 ironman captain starwars1 startrek pokemon pokemon1 naruto naruto1 onepiece sasuke
dragonball digimon doraemon pikachu mickey minnie princess1 princess123 angel1 angel123 angels heaven freedom freedom1 blessed blessing jesus1
jesus123 jesuschrist christ christian god123 godisgood faith1 peace1 lucky1 lucky7 lucky123 lucky777 money1 money123 success success1 winner winner1
victory champion legend hello1 hello1234 helloworld hellokitty hello12345 hihihi byebye goodluck please whatever nothing nothing1 something anything
forever forever1 friend friends family family1 mother father sister brother babygirl babygirl1 baby123 sweety sweetie sweetheart honey1 honey123
sugar1 candy1 chocolate coffee banana banana1 apple1 apples cherry peaches lemon1 cheese1 pizza1 chicken chicken1 bacon1 abc@1234 abcd@123 abcd@1234
aa123123 aa111111 aa5201314 aabbcc aabbcc123 aabb1122 abcabc abcabc123 abc321 abcdabcd abcde1 abcde123 abcde12345 abcdef1 abcdef123 a1b2c3 a1b2c3d4
a1b2c3d4e5 a1s2d3 a1s2d3f4 a1s2d3f4g5 1a2b3c 1a2b3c4d 1a2s3d 1a2s3d4f 1a1a1a 123a123 123a456 aaa000 aaa222 a11111 a11111111 a112233 a123654 a654321
a987654321 a147258 a147258369 asd111 asdasd1 asd12345 qaz123456 qazwsx1 qazwsx12 qazwsx123 qazqaz qazwsxedc123 1qaz2wsx! 1qaz2wsx. wsx123 edc123
ok123456 okokok nicai123 buzhidao wangluo123 diannao 20202020 2020202 20142014 20132013 20122012 20112011 20102010 20002000
`
