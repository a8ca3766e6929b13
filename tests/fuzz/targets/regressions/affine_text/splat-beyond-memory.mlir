module attributes {pom.a = dense<1> : vector<4294967295x4294967295xi1>} {
}
