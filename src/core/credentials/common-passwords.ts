/**
 * The most common passwords of at least ten characters, in lower case: passwords that several published lists of leaked
 * passwords contain, and passwords that the name of this service suggests.
 */
const COMMON: ReadonlySet<string> = new Set(
  `
  0000000000 00000000000 000000000000 0123456789 01234567890 0987654321 1020304050 1111111111 11111111111
  111111111111 1112223334 1122334455 112233445566 1212121212 1231231231 123123123123 123321123321 1234512345
  1234554321 1234567890 12345678900 12345678901 123456789012 1234567890a 1234567890q 123456789a 123456789abc
  123456789q 123456789z 12345678910 1234567891 1234567899 12345qwert 12345678qwerty 123456789qwerty
  1234qwerasdf 123abc123abc 123qweasdzxc 123qwe123qwe 1313131313 147258369 1472583690 1478963250
  159753159753 1597534862 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p
  1qaz2wsx3e 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 2222222222 3333333333 4444444444 5555555555
  6666666666 7777777777 8888888888 9876543210 98765432100 987654321a 9999999999 a123456789 a1234567890
  aa12345678 aa123456789 aaaaaaaaaa aaaaaaaaaaaa abc1234567 abc12345678 abc123456789 abc123abc123 abcd123456
  abcd12345678 abcdef1234 abcdef123456 abcdefghij abcdefghijk abcdefghijkl abcdefghijklmnopqrstuvwxyz
  access14access admin12345 admin123456 admin123admin admin@1234 admin@12345 adminadmin adminadmin1
  administrator administrator1 alexander1 america123 anthony123 asdasdasdasd asdf123456 asdfasdfasdf
  asdfghjkl1 asdfghjkl123 asdfghjkl; asdfghjkl;' asdfghjklzxcvbnm asdqwe123456 assassin123 babygirl123
  barcelona1 barcelona123 baseball12 baseball123 basketball basketball1 batman12345 bismillah1 bismillah123
  blink182blink butterfly1 butterfly123 changeit123 changeme12 changeme123 changeme1234 changeme12345
  changemenow changepassword charlie123 chelsea123 chocolate1 chocolate123 christopher christopher1
  cinderella computer12 computer123 consumer123 corporation creative123 default123 defaultpassword
  dmsadmin123 dmspassword document123 documents1 documents123 dragon12345 dragonball dragonball1 elizabeth1
  elizabeth123 england123 facebook123 familia123 fernando123 flower12345 football10 football12 football123
  forever123 freedom123 friends123 gabriel123 garfield123 gateway123 geheim1234 geheim12345 google12345
  grandpa123 guest12345 hallo12345 hallohallo hello12345 hello123456 hellohello helloworld helloworld1
  helloworld123 hunter12345 iloveyou10 iloveyou11 iloveyou12 iloveyou123 iloveyou1234 iloveyou2u iloveyou69
  iloveyoubaby iloveyousomuch internet123 iphone12345 jennifer12 jennifer123 jesuschrist jesus12345
  jordan12345 jordan2323 justinbieber keyboard123 killer12345 kingkong123 letmein123 letmein1234
  letmein12345 letmeinnow letmeinplease lebron23james liverpool1 liverpool123 liverpoolfc login12345
  london12345 lovelovelove lovely12345 loveyou123 loveyou1234 manchester manchester1 manutd12345 master1234
  master12345 matthew123 metallica1 michael123 michelle123 microsoft1 microsoft123 minecraft1 minecraft123
  monkey1234 monkey12345 monkey123456 motdepasse motdepasse1 motorola123 mustang123 mynameis123 mypassword
  mypassword1 mypassword123 naruto12345 nicholas123 nothing123 p@$$w0rd123 p@55w0rd123 p@ssw0rd01 p@ssw0rd12
  p@ssw0rd123 p@ssw0rd1234 p@ssword12 p@ssword123 p@ssword1234 pa$$w0rd123 pa$$word123 pa55word123
  pakistan123 paradise123 pass123456 pass1234567 pass12345678 passpass123 passpasspass passw0rd01 passw0rd12
  passw0rd123 passw0rd1234 password00 password01 password1! password10 password11 password12 password12!
  password123 password123! password1234 password12345 password123456 password1234567890 password13
  password2020 password2021 password2022 password2023 password2024 password2025 password2026 password21
  password22 password23 password69 password77 password88 password99 password@1 password@123 passwordpassword
  passwords1 passwort12 passwort123 passwort1234 patrick123 pokemon1234 poohbear123 portugal123 prince12345
  princess10 princess11 princess12 princess123 princesse1 purple12345 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7
  qazqazqazqaz qazwsx1234 qazwsx12345 qazwsx123456 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qazxswedc123
  qqqqqqqqqq qwe123qwe123 qweasd1234 qweasdzxc1 qweasdzxc123 qweqweqwe1 qweqweqweqwe qwer123456 qwer12345678
  qwerasdfzxcv qwert12345 qwert123456 qwerty0123 qwerty1234 qwerty12345 qwerty123456 qwerty1234567
  qwerty123456789 qwerty1234567890 qwerty123qwerty qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop12
  qwertyuiop123 qwertyuiop[] qwertyuiopasdfghjkl qwertz12345 qwertz123456 qwertzuiop qwertzuiop1 rainbow123
  rainbowdash rangers123 realmadrid realmadrid1 rockstar123 root123456 rootroot123 rootrootroot samantha123
  samsung123 samsung1234 scooby12345 secret1234 secret12345 secret123456 secretpassword security123
  senha12345 senha123456 shadow12345 slipknot666 snowball123 soccer12345 spiderman1 spiderman123 starwars12
  starwars123 startrek123 stephanie1 strawberry strawberry1 sunflower1 sunshine10 sunshine12 sunshine123
  superman12 superman123 superstar1 superstar123 swordfish1 swordfish123 taylor12345 temp123456 temporary1
  temporary123 temppassword test123456 test1234567 test12345678 testing123 testing1234 testpassword
  testpassword1 testtest12 testtest123 testtesttest thebeatles thomas12345 tinkerbell tinkerbell1 tottenham1
  trustno1trustno1 undertaker unicorn123 user123456 username123 vanessa123 victoria123 volleyball
  volleyball1 welcome001 welcome123 welcome123! welcome1234 welcome12345 welcome2020 welcome2021 welcome2022
  welcome2023 welcome2024 welcome2025 welcome2026 welcome@12 welcome@123 westham123 whatever123 william123
  windows1234 winter2024 winter2025 winter2026 summer2024 summer2025 summer2026 wordpass123 xxxxxxxxxx
  yankees123 zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1 zxcvbnm123 zxcvbnm1234 zxcvbnm12345 zxcvbnm123456
  zxcvbnm,./ zxcvbnmasdfghjkl zzzzzzzzzz correcthorsebatterystaple
  `.match(/\S+/g),
);

/** True for a password that attackers try first. Ignores case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
